import { characterName, codePointName } from './character-name.ts'
import { showPython } from './python-literal.ts'

/** The characters of `text` that are not `allowed`, each once and shown legibly in order; undefined when there are none. */
export function listUnlike(text: string, allowed: RegExp): string | undefined {
  const refused = new Set([...text].filter((character) => !allowed.test(character)).map(showCharacter))
  return refused.size === 0 ? undefined : [...refused].sort().join(', ')
}

/** Why a text would be unsafe beside other text: control, format, unassigned and space characters, or a leading mark. */
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
  const inOrder = [...unsafe].sort((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
  return `The email address contains unsafe characters: ${inOrder.map(showCharacter).join(', ')}.`
}

/** A character as a reason shows it: quoted when it can be seen, else by its name or number. */
export function showCharacter(character: string): string {
  if (character === '\\') return '"\\"'
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return showPython(character)
  const digits = (character.codePointAt(0) ?? 0) < 0xffff ? 4 : 8
  return characterName(character) ?? codePointName(character, digits)
}
