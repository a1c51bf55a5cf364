/** Whether it is an object with named members; a list has none. */
export function isNamed(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}
