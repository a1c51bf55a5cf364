import { after, email, integer, list, Model, reject, string } from '@postern/model'

/** A class that is the type, the check and the JSON Schema at once. */
export class Invitation extends Model({
  guest: string({ minLength: 1, maxLength: 80 }, after(trimmed)),
  email: email(),
  seats: integer({ ge: 1, le: 8, default: 1 }),
  wishes: list(string(), { default: [], maxItems: 3 }),
}) {}

function trimmed(text: string) {
  return text.trim() || reject('A guest needs a name')
}

// Built is checked: the name is trimmed, and `seats` and `wishes` took their defaults.
const invitation = new Invitation({ guest: ' Ann ', email: 'ann@example.com' })
console.log(invitation.guest, invitation.seats, invitation.wishes.length)

// What comes from outside is parsed: the typed value, or everything that is wrong with it.
const parsed = Invitation.safeParse({ guest: ' ', email: 'nobody', seats: '9' })
if (!parsed.ok) for (const { loc, msg } of parsed.issues) console.log(`${loc.join('.')}: ${msg}`)

console.log('required:', Invitation.jsonSchema()['required'])
