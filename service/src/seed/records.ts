import type { NewPost } from '../posts/store.ts'
import type { NewUser } from '../users/store.ts'
import type { Random } from './random.ts'

/** Creates a user for a seed; the number makes the username and the e-mail address unique. */
export function seedUser(random: Random, name: { readonly seed: number; readonly number: number }) {
  const username = `${random.oneOf(firstNames)}-${name.seed}-${name.number}`
  return {
    username,
    email: `${username}@example.com`,
    website: random.below(3) === 0 ? `https://${username}.example.com/` : null,
    birth_date: null,
    age: 18 + random.below(70),
  } satisfies Omit<NewUser, 'password'>
}

/** Creates a post that is valid under every choice of `POST_RULES`. */
export function seedPost(random: Random, authors: readonly number[]): NewPost {
  const subject = random.oneOf(subjects)
  const sentences = Array.from({ length: 1 + random.below(6) }, () =>
    sentence(random, random.oneOf(subjects)),
  )
  return {
    title: `${random.oneOf(openings)} ${subject}`,
    content: sentences.join(' '),
    tags: [subject.replaceAll(' ', '-')],
    priority: 1 + random.below(5),
    author_id: authors[random.below(authors.length)] ?? null,
  }
}

function sentence(random: Random, subject: string): string {
  return `${random.oneOf(openings)} ${subject} ${random.oneOf(endings)}.`
}

const firstNames = [
  'ada',
  'alan',
  'barbara',
  'dennis',
  'donald',
  'edsger',
  'frances',
  'grace',
  'ken',
  'radia',
] as const
const openings = [
  'A note on',
  'Notes from',
  'The trouble with',
  'In praise of',
  'Five years of',
  'Against',
] as const
const subjects = [
  'old gates',
  'slow rivers',
  'bread',
  'night trains',
  'small gardens',
  'winter light',
  'paper maps',
  'long walks',
  'second-hand books',
  'harbour towns',
] as const
const endings = [
  'took longer than we thought',
  'taught us to look twice',
  'is worth the detour',
  'was better in the rain',
  'needs nothing but time',
] as const
