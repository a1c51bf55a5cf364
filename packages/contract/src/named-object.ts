/** Whether it is an object whose parts have names: a list's have none. */
export function isNamed(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}
