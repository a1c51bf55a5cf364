import {
  createConverter,
  DateTime,
  Decimal,
  Duration,
  PlainDate,
  PlainTime,
  type Result,
} from '@postern/model'
import { readJsonLines } from '../scripts/json-lines.ts'
import { isSameValue, shown } from './comparison.ts'
import { declare, type RecordedDeclaration } from './declaration.ts'
import { type RecordedIssue, readRecorded } from './field-case.ts'
import { missOf, type Replay, replayOf } from './replay.ts'
import { reportsUnsafeInteger } from './unsafe-integer.ts'

/** One recorded reply; README section 2 describes each member. */
interface ResponseCase {
  readonly id: string
  readonly model: RecordedDeclaration
  readonly returned: unknown
  readonly status: 200 | 500
  readonly body?: unknown
  readonly body_text?: string
  readonly errors?: readonly RecordedIssue[]
  readonly oracle_exception?: string
  readonly unsafe_in_js?: boolean
}

/** The ways to write a reply: each must give what is recorded. */
const WRITERS = [
  { generate: true, stringify: false },
  { generate: true, stringify: true },
  { generate: false },
] as const

/** Replays one file of recorded replies with every way of writing. */
export function replayResponses(file: string): Replay {
  const cases = readJsonLines<ResponseCase>(file, readRecorded)
  const misses = cases.flatMap((recorded) => missOf(recorded.id, () => differenceIn(recorded, cases)) ?? [])
  return replayOf(cases.length, misses)
}

function differenceIn(recorded: ResponseCase, cases: readonly ResponseCase[]): string | undefined {
  const kind = declare(recorded.model)
  for (const options of WRITERS) {
    const written = createConverter(kind, options).write(returnedValue(recorded.returned))
    if (isRecorded(recorded, written) || isDeviation({ recorded, written, cases })) continue
    const { id, returned, status, body, errors } = recorded
    const answer = written.ok ? written.value : shown(located(written.issues))
    return `${id} ${shown(recorded.model)} of ${shown(returned)}\n  recorded ${status} ${shown(body ?? errors)}\n  answered ${answer}`
  }
  return undefined
}

function isRecorded(recorded: ResponseCase, written: Result<string>): boolean {
  if (recorded.status === 500)
    return !written.ok && isSameValue(recorded.errors ?? [], located(written.issues))
  return written.ok && isSameValue(recorded.body, JSON.parse(written.value))
}

interface Judged {
  readonly recorded: ResponseCase
  readonly written: Result<string>
  readonly cases: readonly ResponseCase[]
}

/** A rule by which a reply differs on purpose (README sections 4 and 5). */
interface ResponseDeviation {
  readonly reason: string
  readonly holdsFor: (recorded: ResponseCase) => boolean
  readonly allows: (judged: Judged) => boolean
}

const deviations: readonly ResponseDeviation[] = [
  {
    reason: 'an integer beyond ±(2^53−1) is refused, never rounded, however it is written',
    holdsFor: ({ unsafe_in_js, returned }) => unsafe_in_js === true || hasUnsafeInteger(returned),
    allows: ({ written }) => !written.ok && written.issues.some(reportsUnsafeInteger),
  },
  {
    reason: 'a UUID is a text of its form, so a string takes one',
    holdsFor: ({ returned, status }) => status === 500 && shown(returned).includes('"$uuid"'),
    allows: ({ written }) => written.ok,
  },
  {
    reason: 'a reply gives fields by name or alias, so that typed code need not speak of aliases',
    holdsFor: ({ model, returned }) => givesByName(model, returned),
    allows: ({ recorded, written, cases }) => {
      const { model, returned } = recorded
      const byName = { ...model, options: { ...model.options, populate_by_name: true } }
      const twin = cases.find((other) => isSameValue([other.model, other.returned], [byName, returned]))
      return twin === undefined ? written.ok : isRecorded(twin, written)
    },
  },
]

function isDeviation(judged: Judged): boolean {
  return deviations.find(({ holdsFor }) => holdsFor(judged.recorded))?.allows(judged) === true
}

function hasUnsafeInteger(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUnsafeInteger)
}

function givesByName({ options = {} }: RecordedDeclaration, returned: unknown): boolean {
  const fields = Object.entries((options['fields'] ?? {}) as Record<string, RecordedDeclaration>)
  return fields.some(([name, { alias }]) => alias !== undefined && shown(returned).includes(`"${name}":`))
}

/** The log has the location within the reply, never the value. */
function located(issues: readonly RecordedIssue[]): RecordedIssue[] {
  return issues.map(({ input: _, ...issue }) => ({ ...issue, loc: ['response', ...issue.loc] }))
}

/** Returns the value of the handler, with the tagged values of README section 2 made real. */
function returnedValue(recorded: unknown): unknown {
  if (Array.isArray(recorded)) return recorded.map(returnedValue)
  if (typeof recorded !== 'object' || recorded === null) return recorded
  const [[tag, content] = [], ...others] = Object.entries(recorded)
  const make = tag === undefined || others.length > 0 ? undefined : tagged.get(tag)
  if (make !== undefined) return make(content)
  return Object.fromEntries(Object.entries(recorded).map(([key, value]) => [key, returnedValue(value)]))
}

const tagged: ReadonlyMap<string, (content: unknown) => unknown> = new Map(
  Object.entries({
    $datetime: (text) => dateTimeFrom(String(text)),
    $date: (text) => PlainDate.from(String(text)),
    $time: (text) => PlainTime.from(String(text)),
    $timedelta: (seconds) => Duration.from(Number(seconds)),
    $uuid: (text) => text,
    $decimal: (text) => Decimal.from(String(text)),
    $float: (name) => Number(String(name).replace('inf', 'Infinity').replace('nan', 'NaN')),
    $int: (digits) => BigInt(String(digits)),
    $bytes: (text) => new TextEncoder().encode(String(text)),
    $tuple: returnedValue,
    $set: (items) => new Set(returnedValue(items) as unknown[]),
    $object: (attributes) => Object.assign(new Returned(), returnedValue(attributes)),
  }),
)

/** A class unknown to every model. */
class Returned {}

/** Parses Python's ISO text of a datetime, whose offset may include seconds. */
function dateTimeFrom(text: string): DateTime {
  const [, minutes = text, sign = '+', seconds = '0'] = /^(.*([-+])\d\d:\d\d):(\d\d)$/.exec(text) ?? []
  const dateTime = DateTime.from(minutes)
  if (dateTime.offsetSeconds === null) return dateTime
  return new DateTime({ ...dateTime, offsetSeconds: dateTime.offsetSeconds + Number(sign + seconds) })
}
