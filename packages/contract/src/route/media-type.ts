/** Whether a text is a media type without parameters (RFC 6838 §4.2). */
export function isMediaType(text: unknown): boolean {
  return typeof text === 'string' && /^[!#$&^\w.+-]+\/[!#$&^\w.+-]+$/.test(text)
}

/** Whether what has this media type is a text (RFC 2046 §4.1). */
export function isTextType(mediaType: string): boolean {
  return /^text\//i.test(mediaType)
}
