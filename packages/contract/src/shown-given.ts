/** Shows in a mistake what untyped code gave. */
export function shownGiven(given: unknown): string {
  if (typeof given === 'function') return given.name === '' ? 'a function' : `the function ${given.name}`
  if (Array.isArray(given)) return 'a list'
  if (typeof given === 'string') return JSON.stringify(given)
  if (typeof given === 'bigint') return `the bigint ${given}`
  if (given instanceof RegExp) return `the RegExp ${given}`
  if (Object(given) !== given) return String(given)
  if (given instanceof Date && Number.isNaN(given.getTime())) return 'an invalid Date'
  const type = Object.prototype.toString.call(given).slice(8, -1)
  return type === 'Object' ? 'an object' : `an object (${type})`
}
