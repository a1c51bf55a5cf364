/** Returns a number with its noun in English: `1 byte`, `2 bytes`. */
export function counted(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
