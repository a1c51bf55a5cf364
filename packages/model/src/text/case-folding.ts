/**
 * Returns a string in compatibility form and without case, as domain names are compared (RFC 5892 §2.2, UTS #46 §4).
 */
export function foldName(text: string): string {
  return foldCase(text.normalize('NFKC')).normalize('NFKC')
}

/** Applies Unicode's full case folding by the platform's case mappings. */
function foldCase(text: string): string {
  if (/\p{Script=Cherokee}/u.test(text)) return text.toUpperCase()
  // To upper case first, where lower case alone leaves a form that folds further.
  const upper = /[\u0345\u1f80-\u1fff\u0587\u1c80-\u1c88]/.test(text) ? text.toUpperCase() : text
  return [...upper]
    .map((character) => character.toLowerCase())
    .join('')
    .replaceAll('ς', 'σ')
}
