/** A database's address for people: passwords, wherever they stand in it, are `***`. */
export function shownUrl(url: string): string {
  return url.replace(/^(\w+:\/\/[^/?#:]*):.*@/, '$1:***@').replaceAll(/([?&]\w*password=)[^&#]*/gi, '$1***')
}
