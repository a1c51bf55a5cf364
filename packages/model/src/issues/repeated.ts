/** Returns the values that occur in the list more than once, each once. */
export function repeatedOf<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values.filter((value, index) => values.slice(0, index).includes(value)))]
}
