/** Whether a string is a media type without parameters (RFC 6838 §4.2). */
export function isMediaType(text: unknown): boolean {
  return typeof text === 'string' && /^[!#$&^\w.+-]+\/[!#$&^\w.+-]+$/.test(text)
}

/** Returns the essence of a media type: without parameters, in lower case (MIME Sniffing §2). */
export function essenceOf(mediaType: string): string {
  const end = mediaType.indexOf(';')
  return (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase()
}

/** Whether this media type is text (RFC 2046 §4.1). */
export function isTextType(mediaType: string): boolean {
  return /^text\//i.test(mediaType)
}
