/**
 * Returns the function of a generated source; undefined where the platform forbids that. Every source text is made
 * unique: engines share type feedback between functions of the same text, so models with equal fields would slow each
 * other down.
 */
export function generatedFunction(
  parameters: readonly string[],
  source: string,
): ((...given: readonly unknown[]) => unknown) | undefined {
  if (isForbidden) return undefined
  try {
    return new Function(...parameters, `${source}\n// ${Math.random()}`) as (
      ...given: readonly unknown[]
    ) => unknown
  } catch (error) {
    if (error instanceof SyntaxError) throw error
    isForbidden = error instanceof EvalError
    return undefined
  }
}

/** A platform that has refused once always does. A page's policy reports each attempt, so there is only one. */
let isForbidden = false
