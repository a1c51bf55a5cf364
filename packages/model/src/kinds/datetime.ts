import { YEAR_ZERO } from '../text/calendar.ts'
import { PlainDate } from '../text/date.ts'
import { textOfDate } from '../text/date-text.ts'
import { DateTime, dateTimeFromDate, dateTimeFromNumber, parseDateTime } from '../text/datetime.ts'
import type { Parsed } from '../text/parsed.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import { type InstanceOptions, instanceKind } from './instance-kind.ts'
import type { Kind } from './kind.ts'
import type { Step } from './step.ts'

/** Options of {@link datetime}. With `strict` it accepts a {@link DateTime} or a Date only. */
export type DateTimeOptions = InstanceOptions<DateTime>

/** A date and time that keeps its offset and microseconds, from ISO 8601, a Unix time or a Date (spec §2.5). */
export function datetime<const Options extends KnownOptions<DateTimeOptions, Options> = DateTimeOptions>(
  options?: Options,
  ...steps: Step<DateTime>[]
): Kind<DateTime, DateTime | Date | string, IsOptional<Options>> {
  return instanceKind({
    name: 'datetime',
    options,
    steps,
    parse: parseDateTime,
    fromNumber: dateTimeFromNumber,
    fromOther: dateTimeFromOther,
    wrongType: 'datetime_type',
    issueFor: (reason, input) =>
      typeof input === 'string' && reason !== YEAR_ZERO ? 'datetime_from_date_parsing' : 'datetime_parsing',
    own: ownDateTime,
    format: 'date-time',
    written: { unlike: UNLIKE_WRITTEN, textOf: textOfDateTime },
  })
}

// Years before 1000 and leap days are left to the calendar functions.
const DAY = String.raw`[1-9]\d\d\d-(?:(?:0[1-9]|1[0-2])-(?!00|29)[0-2]\d|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)`
const SECOND = String.raw`${DAY}T(?!2[4-9])[0-2]\d:[0-5]\d:[0-5]\d`
const OFFSET = String.raw`Z|[+-](?!00:00)(?:[01]\d|2[0-3]):[0-5]\d`

// A search that finds nothing is faster than one that finds something.
const UNLIKE_WRITTEN = new RegExp(String.raw`^(?!${SECOND}(?:\.(?!000000)\d{6})?(?:${OFFSET})?$)`)

/** What `toISOString` returns. */
const IN_MILLISECONDS = new RegExp(String.raw`^${SECOND}\.\d{3}Z$`)

function textOfDateTime(input: unknown): string | undefined {
  if (input instanceof Date) return textOfDate(input)
  if (typeof input !== 'string' || !IN_MILLISECONDS.test(input)) return undefined
  return input.endsWith('.000Z') ? `${input.slice(0, 19)}Z` : `${input.slice(0, 23)}000Z`
}

function dateTimeFromOther(input: unknown): Parsed<DateTime> | undefined {
  if (input instanceof PlainDate) return parseDateTime(input.toString())
  return input instanceof Date ? dateTimeFromDate(input) : undefined
}

function ownDateTime(input: unknown): DateTime | undefined {
  if (input instanceof DateTime) return input
  const dateTime = input instanceof Date ? dateTimeFromDate(input) : undefined
  return dateTime?.ok === true ? dateTime.value : undefined
}
