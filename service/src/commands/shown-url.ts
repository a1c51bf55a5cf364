/** A database's address for people: passwords, wherever they stand in it, are `***`. */
export function shownUrl(url: string): string {
  // Behind the host an @ ends no password, unless one stands there that should have been percent-encoded.
  return url
    .replace(/^(\w+:\/\/[^/?#:]*):(?:[^/?#]*|.*)@/, '$1:***@')
    .replaceAll(/([?&]\w*password=)[^&#]*/gi, '$1***')
}
