import { characterName, codePointName } from './character-name.ts'
import { showPython } from './python-literal.ts'

/**
 * Returns the characters of `text` that `allowed` does not match, each once, made visible and in order; undefined if
 * there are none.
 */
export function listUnlike(text: string, allowed: RegExp): string | undefined {
  const refused = [...text].filter((character) => !allowed.test(character))
  return refused.length === 0 ? undefined : listed(refused.map(showCharacter))
}

/**
 * Returns why a text is unsafe next to other text: control, format, unassigned or space characters, or a combining mark
 * at its start.
 */
export function unsafeReason(
  text: string,
  options: { readonly allowSpace?: boolean } = {},
): string | undefined {
  const safe =
    options.allowSpace === true ? /^[\p{L}\p{N}\p{P}\p{S}\p{M}\p{Zs}]$/u : /^[\p{L}\p{N}\p{P}\p{S}\p{M}]$/u
  const unsafe = new Set(
    [...text].filter(
      (character, index) => !safe.test(character) || (index === 0 && /\p{M}/u.test(character)),
    ),
  )
  if (unsafe.size === 0) return undefined
  const inOrder = [...unsafe].sort(byCodePoints)
  return `The email address contains unsafe characters: ${inOrder.map(showCharacter).join(', ')}.`
}

/** Returns the shown characters, each once, in the order of Python's strings. */
export function listed(characters: Iterable<string>): string {
  return [...new Set(characters)].sort(byCodePoints).join(', ')
}

// JavaScript orders by UTF-16 units, in which an emoji comes before a full-width letter.
function byCodePoints(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return (one.codePointAt(at) ?? 0) - (other.codePointAt(at) ?? 0)
}

/** Returns a character as a reason shows it: quoted if it is visible, otherwise its name or number. */
export function showCharacter(character: string): string {
  if (character === '\\') return '"\\"'
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return showPython(character)
  const digits = (character.codePointAt(0) ?? 0) < 0xffff ? 4 : 8
  return characterName(character) ?? codePointName(character, digits)
}
