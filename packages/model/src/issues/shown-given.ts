/** Shows in a mistake what untyped code gave. */
export function shownGiven(given: unknown): string {
  if (typeof given === 'function') return given.name === '' ? 'a function' : `the function ${given.name}`
  if (Array.isArray(given)) return 'a list'
  if (typeof given === 'string') return JSON.stringify(given)
  if (typeof given === 'bigint') return `the bigint ${given}`
  if (given instanceof RegExp) return `the RegExp ${given}`
  return Object(given) === given ? 'an object' : String(given)
}
