/** A number of things in English: `1 byte`, `2 bytes`. */
export function counted(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
