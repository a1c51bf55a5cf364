/**
 * Returns the function of a generated source; undefined where the platform forbids that. Every source text is made
 * unique: engines share type feedback between functions of the same text, so models with equal fields would slow each
 * other down.
 */
export function generatedFunction(
  parameters: readonly string[],
  source: string,
): ((...given: readonly unknown[]) => unknown) | undefined {
  try {
    return new Function(...parameters, `${source}\n// ${Math.random()}`) as (
      ...given: readonly unknown[]
    ) => unknown
  } catch (error) {
    if (error instanceof SyntaxError) throw error
    return undefined
  }
}
