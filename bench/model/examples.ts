/** Words for titles and contents. */
export const WORDS = [
  'gate',
  'origin',
  'model',
  'plain',
  'answer',
  'filter',
  'policy',
  'record',
  'typed',
  'reply',
]
/** Words beyond Latin-1, one of them beyond the basic plane. */
export const UNICODE_WORDS = ['porte', 'fjøs', 'ворота', '門', '🚪', 'größe', 'naïve', 'ключ', '型', 'ответ']
/** Words that JSON must escape. */
export const ESCAPED_WORDS = [
  '"gate"',
  'a\nline',
  'tab\there',
  'back\\slash',
  'plain',
  'a\r\nb',
  '"',
  'q"q',
  'x',
  'y',
]

/** Returns fifty items, in place of the one item at `index`. */
export function fifty<Item>(index: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: 50 }, (_, offset) => item(index * 50 + offset))
}

/** Returns the result of a flat input: a post with defaults for two of its three fields. */
export function flatOutput(i: number) {
  return {
    title: sentence(i, 2 + (i % 4), WORDS),
    content: i % 4 === 3 ? '' : sentence(i, 8, WORDS),
    priority: i % 8 === 5 ? 3 : 1 + (i % 5),
  }
}

/** Returns a flat input. Every fourth lacks content, every eighth lacks the priority, and every other one has an unknown key. */
export function flatInput(i: number) {
  const { title, content, priority } = flatOutput(i)
  return {
    title,
    ...(i % 4 !== 3 && { content }),
    ...(i % 8 !== 5 && { priority }),
    ...(i % 2 === 0 && { draft: true }),
  }
}

/** Returns the result of a nested input: an article with two models and a list in it. */
export function nestedOutput(i: number) {
  return {
    title: sentence(i, 3, WORDS),
    author: { id: i + 1, name: sentence(i, 2, WORDS) },
    place: { city: sentence(i, 1, WORDS), country: i % 3 === 0 ? 'NO' : 'SE' },
    tags: i % 5 === 4 ? [] : WORDS.slice(0, 1 + (i % 4)),
  }
}

/** Returns the same with unknown keys, and without the values that defaults fill in. */
export function nestedInput(i: number) {
  const { title, author, place, tags } = nestedOutput(i)
  return {
    title,
    author: i % 2 === 0 ? { ...author, email: 'a@example.com' } : author,
    place: i % 3 === 0 ? { city: place.city } : place,
    ...(i % 5 !== 4 && { tags }),
  }
}

/** Returns the result of a lax input: a number and a date-time. */
export function laxOutput(i: number) {
  return {
    title: sentence(i, 3, WORDS),
    priority: 1 + (i % 5),
    published_at: new Date(Date.UTC(2026, i % 12, 1 + (i % 28), i % 24, i % 60, i % 60)).toISOString(),
  }
}

/** Returns the same as a form would send it: `"3"`, and ISO text. */
export function laxInput(i: number) {
  const { title, priority, published_at } = laxOutput(i)
  return { title, priority: String(priority), published_at: published_at.replace('.000Z', 'Z') }
}

/** Returns a flat input with two errors: of bounds, of types, or a missing field. */
export function invalidInput(i: number) {
  const content = sentence(i, 4, WORDS)
  return [
    { title: '', content, priority: 9 + i },
    { title: { text: content }, content, priority: 0 },
    { title: content.padEnd(201 + (i % 10), '.'), content, priority: 7 },
    { content, priority: 'high' },
  ][i % 4]
}

/** Flat inputs with one error each. */
export const flatRefusals: readonly unknown[] = [
  { title: '' },
  { title: 'a'.repeat(201) },
  { title: 'a', priority: 0 },
  { title: 'a', priority: 6 },
  { content: 'a' },
]

const nested = { title: 'a', author: { id: 1, name: 'a' }, place: { city: 'a' }, tags: ['a'] }

/** Nested inputs with one error each. */
export const nestedRefusals: readonly unknown[] = [
  { ...nested, title: 'a'.repeat(201) },
  { ...nested, author: undefined },
  { ...nested, author: { ...nested.author, id: 0 } },
  { ...nested, author: { ...nested.author, name: '' } },
  { ...nested, author: { ...nested.author, name: 'a'.repeat(51) } },
  { ...nested, place: { city: '' } },
  { ...nested, place: { city: 'a'.repeat(101) } },
  { ...nested, tags: Array(11).fill('a') },
  { ...nested, tags: ['a', ''] },
  { ...nested, tags: ['a'.repeat(31)] },
]

const lax = { title: 'a', priority: '3', published_at: '2026-01-02T03:04:05Z' }

/** Lax inputs with one error each. */
export const laxRefusals: readonly unknown[] = [
  { ...lax, title: '' },
  { ...lax, priority: '6' },
  { ...lax, priority: 'high' },
  { ...lax, published_at: 'tomorrow' },
]

/** Returns a record of five fields, with dates as text. */
export function post(i: number, words: readonly string[]) {
  return {
    id: i + 1,
    title: sentence(i, 2 + (i % 4), words),
    content: sentence(i, 4 + (i % 12), words),
    created_at: isoText(i),
    updated_at: isoText(i + 5),
  }
}

function isoText(i: number): string {
  const date = new Date(Date.UTC(2026, i % 12, 1 + (i % 28), i % 24, i % 60, i % 60))
  return date.toISOString().replace('.000Z', 'Z')
}

function sentence(seed: number, count: number, words: readonly string[]): string {
  return Array.from({ length: count }, (_, i) => words[(seed * 7 + i * 3) % words.length]).join(' ')
}
