/** Returns the values that occur in the list more than once, each once. */
export function repeatedOf<Value>(values: readonly Value[]): Value[] {
  const met = new Set<Value>()
  const repeated = new Set<Value>()
  for (const value of values) (met.has(value) ? repeated : met).add(value)
  return [...repeated]
}
