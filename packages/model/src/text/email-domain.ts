import { isAscii } from './byte-text.ts'
import { foldName } from './case-folding.ts'
import { codePointName } from './character-name.ts'
import { counted } from './counted.ts'
import { listed, listUnlike, showCharacter, unsafeReason } from './email-character.ts'
import { type IdnaLabel, parseIdnaLabel } from './idna-label.ts'
import { type Parsed, unreadable } from './parsed.ts'
import { showPython } from './python-literal.ts'

/** A domain name in both its normal forms. */
export type EmailDomain = IdnaLabel

/** Parses the part of an e-mail address after the @-sign: a public domain name, in any form that IDNA maps to one. */
export function parseEmailDomain(text: string): Parsed<EmailDomain> {
  if (text === '') return unreadable('There must be something after the @-sign.')
  if (text.startsWith('[') && text.endsWith(']')) return unreadable(literalReason(text.slice(1, -1)))
  const reason = characterReason(text)
  return reason === undefined ? readLabels(mapDomain(text), text) : unreadable(reason)
}

const HOSTNAME_CHARACTER = /^[a-zA-Z\d\-.\u0080-\u{10ffff}]$/u

/** What UTS #46 disallows, except what is already refused as unsafe. */
const DISALLOWED = /[\u2ff0-\u2ffb\ufe12\ufe19\ufe30\ufffc\ufffd]/

function characterReason(text: string): string | undefined {
  if (/^[a-z\d.-]+$/i.test(text)) return undefined
  const foreign = listUnlike(text, HOSTNAME_CHARACTER)
  if (foreign !== undefined) return `The part after the @-sign contains invalid characters: ${foreign}.`
  const unsafe = unsafeReason(text)
  if (unsafe !== undefined) return unsafe
  const dotted = [...text].filter(becomesDotted).map(showCharacter)
  if (dotted.length === 0) return disallowedReason(text)
  return `The part after the @-sign contains invalid characters: ${listed(dotted)}.`
}

function disallowedReason(text: string): string | undefined {
  const characters = [...text]
  const at = characters.findIndex((character) => DISALLOWED.test(character))
  const disallowed = characters[at]
  if (disallowed === undefined) return undefined
  return `The part after the @-sign contains invalid characters (Codepoint ${codePointName(disallowed)} not allowed at position ${at + 1} in ${showPython(text)}).`
}

/** Whether a character other than a full stop of some script would put a full stop into the name. */
function becomesDotted(character: string): boolean {
  const isStop = /[.\uff0e\u3002\uff61]/.test(character) || DISALLOWED.test(character)
  return !isStop && /[.\u3002]/.test(character.normalize('NFKC'))
}

/** Applies the mapping of UTS #46 §4 by the platform's compatibility forms and case mappings. */
function mapDomain(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const mapped = [...text].map((character) => {
    if (/[\u00df\u03c2\u1e9e]/.test(character)) return character.toLowerCase()
    if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return ''
    return foldName(character)
  })
  return mapped.join('').replaceAll('。', '.').normalize('NFC')
}

function shapeReason(domain: string): string | undefined {
  const foreign = /^[a-z\d.-]+$/.test(domain) ? undefined : listUnlike(domain, HOSTNAME_CHARACTER)
  if (foreign !== undefined) {
    return `The part after the @-sign contains invalid characters after Unicode normalization: ${foreign}.`
  }
  return SHAPES.find(([form]) => form.test(domain))?.[1]
}

/** Forms that no name has, and the reason for each. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\.$/, 'An email address cannot end with a period.'],
  [/^\./, 'An email address cannot have a period immediately after the @-sign.'],
  [/\.\./, 'An email address cannot have two periods in a row.'],
  [/-$/, 'An email address cannot end with a hyphen.'],
  [/^-/, 'An email address cannot have a hyphen immediately after the @-sign.'],
  [/\.-|-\./, 'An email address cannot have a period and a hyphen next to each other.'],
  [
    /(?:^|\.)(?!xn)[^.]{2}--/iu,
    'An email address cannot have two letters followed by two dashes immediately after the @-sign or after a period, except Punycode.',
  ],
]

/** IANA's special-use names that cannot receive mail (RFC 6761, RFC 6762, RFC 7686). */
export const SPECIAL_USE = /\.(?:arpa|invalid|local|localhost|onion|test)$/

function readLabels(domain: string, given: string): Parsed<EmailDomain> {
  const isPlain = isAscii(domain)
  const mappedReason = shapeReason(domain) ?? (isPlain ? asciiReason(domain, given) : undefined)
  if (mappedReason !== undefined) return unreadable(mappedReason)
  const labels: IdnaLabel[] = []
  for (const label of domain.split('.')) {
    const read = parseIdnaLabel(label)
    const fault = isPlain ? 'not valid IDNA' : 'invalid'
    if (!read.ok) return unreadable(`The part after the @-sign is ${fault} (${read.reason}).`)
    labels.push(read.value)
  }
  const ascii = labels.map((label) => label.ascii).join('.')
  const unicode = labels.map((label) => label.unicode).join('.')
  const reason = asciiReason(ascii, given)
  return reason === undefined ? { ok: true, value: { ascii, unicode } } : unreadable(reason)
}

function asciiReason(ascii: string, given: string): string | undefined {
  return lengthReason(ascii, given) ?? topLevelReason(ascii)
}

function lengthReason(ascii: string, given: string): string | undefined {
  const excess = ascii.length - 253
  if (excess > 0) {
    const count = ascii === given ? counted(excess, 'character') : counted(excess, 'byte')
    return `The email address is too long after the @-sign (${count} too many${ascii === given ? '' : ' after IDNA encoding'}).`
  }
  const long = ascii.split('.').find((label) => label.length > 63)
  if (long === undefined) return undefined
  return `After the @-sign, periods cannot be separated by so many characters (${counted(long.length - 63, 'character')} too many).`
}

function topLevelReason(ascii: string): string | undefined {
  if (!ascii.includes('.')) return 'The part after the @-sign is not valid. It should have a period.'
  if (!/[a-z]$/.test(ascii)) {
    return 'The part after the @-sign is not valid. It is not within a valid top-level domain.'
  }
  if (SPECIAL_USE.test(ascii)) {
    return 'The part after the @-sign is a special-use or reserved name that cannot be used with email.'
  }
  return undefined
}

/** Address literals are never accepted; the reason distinguishes well-formed ones from others. */
function literalReason(literal: string): string {
  if (/^[\d.]+$/.test(literal)) {
    return isAddress(literal)
      ? 'A bracketed IP address after the @-sign is not allowed here.'
      : 'The address in brackets after the @-sign is not valid: It is not an IPv4 address or is missing an address literal tag.'
  }
  if (literal.startsWith('IPv6:')) {
    return URL.canParse(`http://[${literal.slice(5)}]/`)
      ? 'A bracketed IP address after the @-sign is not allowed here.'
      : 'The IPv6 address in brackets after the @-sign is not valid.'
  }
  if (!literal.includes(':')) {
    return 'The part after the @-sign in brackets is not an IPv4 address and has no address literal tag.'
  }
  const foreign = listUnlike(literal, /^[!-\u00fa]$/u)
  return foreign === undefined
    ? 'The part after the @-sign contains an invalid address literal tag in brackets.'
    : `The part after the @-sign contains invalid characters in brackets: ${foreign}.`
}

function isAddress(text: string): boolean {
  return (
    /^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(text) &&
    text.split('.').every((part) => Number(part) <= 255)
  )
}
