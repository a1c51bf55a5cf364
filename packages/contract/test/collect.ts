/** All that comes, in its order. */
export async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const item of items) found.push(item)
  return found
}
