/**
 * Of the words that a setting takes the one that was meant, as far as that can be told: in another case, with letters too many or too
 * few at its end, or the one for yes or for no in another word. What is to be written instead must not be the opposite.
 */
export function meantWord(given: string, words: readonly string[] = []): string | undefined {
  const text = given.trim().toLowerCase()
  const alike = synonyms.find(([said]) => said.includes(text))?.[1]
  return (
    words.find((word) => alike?.includes(word)) ??
    words.find((word) => text.startsWith(word) || word.startsWith(text))
  )
}

/** What is said for no and for yes, each with the words that some setting takes for it. */
const synonyms: readonly (readonly [said: readonly string[], words: readonly string[]])[] = [
  [
    ['off', 'false', 'no', 'none', 'nobody', 'never', 'disable', 'disabled', '0'],
    ['off', 'silent'],
  ],
  [
    ['on', 'true', 'yes', 'always', 'enable', 'enabled', '1'],
    ['on', 'required'],
  ],
]
