import { after, email, integer, list, Model, reject, string } from '@postern/model'

/** One class is the type, the validation and the JSON Schema. */
export class Invitation extends Model({
  guest: string({ minLength: 1, maxLength: 80 }, after(trimmed)),
  email: email(),
  seats: integer({ ge: 1, le: 8, default: 1 }),
  wishes: list(string(), { default: [], maxItems: 3 }),
}) {}

function trimmed(text: string) {
  return text.trim() || reject('A guest needs a name')
}

// The constructor validates: the name is trimmed, and `seats` and `wishes` get their defaults.
const invitation = new Invitation({ guest: ' Ann ', email: 'ann@example.com' })
console.log(invitation.guest, invitation.seats, invitation.wishes.length)

// Outside data is parsed: the result is the typed value, or every issue in it.
const parsed = Invitation.safeParse({ guest: ' ', email: 'nobody', seats: '9' })
if (!parsed.ok) for (const { loc, msg } of parsed.issues) console.log(`${loc.join('.')}: ${msg}`)

console.log('required:', Invitation.jsonSchema()['required'])
