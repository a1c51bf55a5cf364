import type { IssueType } from '../issues/catalog.ts'
import { YEAR_ZERO } from '../text/calendar.ts'
import { dateFromNumber, dateOf, NOT_MIDNIGHT, PlainDate, parseDate } from '../text/date.ts'
import { DateTime, dateTimeFromDate } from '../text/datetime.ts'
import type { Parsed } from '../text/parsed.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import { type InstanceOptions, instanceKind } from './instance-kind.ts'
import type { Kind } from './kind.ts'
import type { Step } from './step.ts'

/** Options of {@link date}. With `strict` it accepts a {@link PlainDate} only. */
export type DateOptions = InstanceOptions<PlainDate>

/** A calendar day, from `YYYY-MM-DD` or from a date-time that is exactly midnight (of a Date: in UTC). */
export function date<const Options extends KnownOptions<DateOptions, Options> = DateOptions>(
  options?: Options,
  ...steps: Step<PlainDate>[]
): Kind<PlainDate, PlainDate | string, IsOptional<Options>> {
  return instanceKind({
    name: 'date',
    options,
    steps,
    parse: parseDate,
    fromNumber: dateFromNumber,
    fromOther: dateFromOther,
    wrongType: 'date_type',
    issueFor: (reason) => ISSUES.get(reason) ?? 'date_from_datetime_parsing',
    own: (input) => (input instanceof PlainDate ? input : undefined),
    format: 'date',
  })
}

const ISSUES: ReadonlyMap<string, IssueType> = new Map([
  [NOT_MIDNIGHT, 'date_from_datetime_inexact'],
  [YEAR_ZERO, 'date_parsing'],
])

function dateFromOther(input: unknown): Parsed<PlainDate> | undefined {
  if (input instanceof DateTime) return dateOf(input)
  if (!(input instanceof Date)) return undefined
  const dateTime = dateTimeFromDate(input)
  return dateTime.ok ? dateOf(dateTime.value) : dateTime
}
