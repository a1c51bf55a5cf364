/**
 * Of the words that a setting takes the one that was meant, as far as that can be told: in another case, with letters too many or too
 * few at its end, or the one for nothing in another word. What is to be written instead must not be the opposite.
 */
export function meantWord(given: string, words: readonly string[] = []): string | undefined {
  const text = given.trim().toLowerCase()
  const nothing = negations.includes(text)
    ? words.find((word) => word === 'off' || word === 'silent')
    : undefined
  return nothing ?? words.find((word) => text.startsWith(word) || word.startsWith(text))
}

const negations = ['off', 'false', 'no', 'none', 'nobody', 'never', 'disable', 'disabled', '0']
