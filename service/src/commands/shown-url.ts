/** Formats a database URL for people: passwords, wherever they occur in it, are shown as `***`. */
export function shownUrl(url: string): string {
  // An @ after the host does not end a password, unless that password should have been percent-encoded.
  return url
    .replace(/^(\w+:\/\/[^/?#:]*):(?:[^/?#]*|.*)@/, '$1:***@')
    .replaceAll(/([?&]\w*password=)[^&#]*/gi, '$1***')
}
