/** A mistake for each option that is not among those that `owner` takes: it would do nothing, and nobody would know. Compilers let it
 *  pass where an option's type is told by what is given. */
export function unknownOptions(owner: string, options: object, known: object): string[] {
  const names = Object.keys(known)
  return Object.keys(options)
    .filter((option) => !names.includes(option))
    .map((option) => `${option} is no option of ${owner}; it takes ${names.join(', ')}`)
}
