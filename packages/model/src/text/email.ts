import { byteLength, isAscii } from './byte-text.ts'
import { counted } from './counted.ts'
import { parseEmailAddress, unwrapEmail } from './email-address.ts'
import { type EmailDomain, parseEmailDomain, SPECIAL_USE } from './email-domain.ts'
import { CASELESS_MAILBOX, parseEmailLocalPart } from './email-local-part.ts'
import { type Parsed, unreadable } from './parsed.ts'
import { stripPython } from './white-space.ts'

/**
 * Parses an e-mail address, alone or as `Name <address>`. Returns its normal form: the domain in lower case and
 * Unicode, the local part in NFC (spec §2.5; pydantic's EmailStr with email-validator 2.3). Makes no DNS look-up.
 */
export function parseEmail(text: string): Parsed<string> {
  if (isPlain(text)) return { ok: true, value: text }
  if (text.length > 2048 && [...text].length > 2048) {
    return unreadable('Length must not exceed 2048 characters')
  }
  const address = parseEmailAddress(stripPython(unwrapEmail(text)))
  if (!address.ok) return address
  const { local: given, domain: givenDomain, isQuoted, isNamed } = address.value
  const local = parseEmailLocalPart(given, isQuoted)
  if (!local.ok) return local
  const domain = parseEmailDomain(givenDomain)
  if (!domain.ok) return domain
  const reason =
    lengthReason(`${given}@${givenDomain}`, local.value, domain.value) ??
    (isNamed
      ? 'A display name and angle brackets around the email address are not permitted here.'
      : undefined)
  return reason === undefined
    ? { ok: true, value: `${local.value}@${domain.value.unicode}` }
    : unreadable(reason)
}

/**
 * Whether the string is an ordinary address that is its own normal form. Also false where only full parsing can decide.
 */
function isPlain(text: string): boolean {
  return (
    text.length <= 128 && PLAIN_ADDRESS.test(text) && !SPECIAL_USE.test(text) && !CASELESS_MAILBOX.test(text)
  )
}

const PLAIN_ADDRESS =
  /^[\w!#$%&'*+\-/=?^`{|}~]+(?:\.[\w!#$%&'*+\-/=?^`{|}~]+)*@(?:[a-z\d](?:-?[a-z\d]){0,31}\.)+[a-z](?:-?[a-z\d]){0,30}[a-z]$/

/** RFC 5321 §4.5.3.1.3: at most 254 bytes, in each form in which the address may be sent. */
function lengthReason(given: string, local: string, domain: EmailDomain): string | undefined {
  // Characters outside ASCII may become several in normal form.
  if (isAscii(given) && given.length < 64 && domain.ascii.length < 64) return undefined
  const excess = byteLength(given) - MOST_BYTES
  if (excess > 0) return `The email address is too long (${givenExcess(given, excess)} too many).`
  const normal = byteLength(`${local}@${domain.unicode}`) - MOST_BYTES
  if (normal > 0)
    return `The email address is too long after normalization (${counted(normal, 'byte')} too many).`
  const ascii = byteLength(`${local}@${domain.ascii}`) - MOST_BYTES
  if (ascii <= 0) return undefined
  return `The email address is too long when the part after the @-sign is converted to IDNA ASCII (${counted(ascii, 'byte')} too many).`
}

const MOST_BYTES = 254

function givenExcess(given: string, excess: number): string {
  const widest = Math.max(...[...given].map(byteLength))
  const fewest = Math.max(1, Math.floor(excess / widest))
  return fewest === excess ? counted(excess, 'character') : `${fewest}-${counted(excess, 'character')}`
}
