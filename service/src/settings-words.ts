/**
 * Finds the word of a setting that was meant, if that is clear: in a different case, with letters missing or added at
 * its end, or as a synonym of yes or no. The correction that is suggested must not be the opposite.
 */
export function meantWord(given: string, words: readonly string[] = []): string | undefined {
  const text = given.trim().toLowerCase()
  const alike = synonyms.find(([inputs]) => inputs.includes(text))?.[1]
  return (
    words.find((word) => alike?.includes(word)) ??
    words.find((word) => text.startsWith(word) || word.startsWith(text))
  )
}

/** Synonyms of no and of yes, each list with the words that settings take for it. */
const synonyms: readonly (readonly [inputs: readonly string[], words: readonly string[]])[] = [
  [
    ['off', 'false', 'f', 'no', 'n', 'none', 'nobody', 'never', 'disable', 'disabled', '0'],
    ['off', 'silent'],
  ],
  [
    ['on', 'true', 't', 'yes', 'y', 'always', 'enable', 'enabled', '1'],
    ['on', 'required'],
  ],
]
