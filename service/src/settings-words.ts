/**
 * Of the words that a setting takes the one that was meant, as far as that can be told: in another case, with letters too many or too
 * few at its end, or `off` in another word. What is to be written instead must not be the opposite.
 */
export function meantWord(given: string, words: readonly string[] = []): string | undefined {
  const text = given.trim().toLowerCase()
  const meant = negations.includes(text) ? 'off' : text
  return words.find((word) => meant.startsWith(word) || (meant !== '' && word.startsWith(meant)))
}

const negations = ['false', 'no', 'none', 'nobody', 'never', 'disable', 'disabled', '0']
