import { status } from '../http/expectation.ts'
import { IDS, json, plain, type Scenario, TEXTS, type Turn } from '../http/scenarios.ts'

/** The work of servers with storage, in the order of measurement. */
export const WORKS = ['durable create', 'mixed 80/20', 'read one', 'list'] as const

/** One of {@link WORKS}. */
export type WorkName = (typeof WORKS)[number]

/** Returns the requests of a work, for a contestant's path of posts. */
export function workOf(name: WorkName, collection: string): Scenario {
  return {
    name,
    turns: turns[name](collection),
    group: name,
    storage: 'stored',
    floor: false,
    refused: false,
    sharesCore: false,
    pace: 500,
  }
}

const turns: Readonly<Record<WorkName, (collection: string) => readonly Turn[]>> = {
  'durable create': creations,
  'mixed 80/20': (collection) => [
    ...readings(collection),
    ...creations(collection).slice(0, 1),
    ...readings(collection),
    replacement(collection),
  ],
  'read one': readings,
  list: (collection) => [{ request: plain('GET', collection), expected: status(200) }],
}

function creations(collection: string): readonly Turn[] {
  return TEXTS.map((fields) => ({ request: json('POST', collection, fields), expected: status(201) }))
}

function readings(collection: string): readonly Turn[] {
  return IDS.map((id) => ({ request: plain('GET', pathOf(collection, id)), expected: status(200) }))
}

/** Returns a write, for eight reads to two writes: a creation and this one. */
function replacement(collection: string): Turn {
  const fields = { title: 'On bread and time', content: 'More flour, less water, and a second night.' }
  return { request: json('PUT', pathOf(collection, 7), fields), expected: status(200) }
}

/** Returns the path of a post in a collection. */
export function pathOf(collection: string, id: number): string {
  return `${collection.replace(/\/$/, '')}/${id}`
}
