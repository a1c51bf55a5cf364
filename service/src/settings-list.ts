/** The items of a setting that lists them, comma-separated; blank ones do not count. */
export function parseList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
