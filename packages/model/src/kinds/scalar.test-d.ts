import type { PlainDate } from '../text/date.ts'
import type { DateTime } from '../text/datetime.ts'
import type { Decimal } from '../text/decimal.ts'
import type { Duration } from '../text/duration.ts'
import type { PlainTime } from '../text/time.ts'
import { boolean } from './boolean.ts'
import { date } from './date.ts'
import { datetime } from './datetime.ts'
import { decimal } from './decimal.ts'
import { duration } from './duration.ts'
import type { InputOf, OutputOf } from './inference.ts'
import { integer } from './integer.ts'
import { number } from './number.ts'
import { after } from './step.ts'
import { time } from './time.ts'
import { uuid } from './uuid.ts'

type Same<Left, Right> =
  (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false
type Holds<Output, Input, Declared> = [Same<OutputOf<Declared>, Output>, Same<InputOf<Declared>, Input>]

const kinds = {
  boolean: boolean(),
  integer: integer(
    { ge: 0, default: 1 },
    after((value: number) => value + 1),
  ),
  number: number(),
  decimal: decimal({ ge: '0.01' }),
  uuid: uuid({ version: 4 }),
  datetime: datetime(),
  date: date(),
  time: time(),
  duration: duration(),
}

/** Compiles only if every kind gives and takes these types. */
export const holds: [
  Holds<boolean, boolean, typeof kinds.boolean>,
  Holds<number, number, typeof kinds.integer>,
  Holds<number, number, typeof kinds.number>,
  Holds<Decimal, Decimal | string | number | bigint, typeof kinds.decimal>,
  Holds<string, string, typeof kinds.uuid>,
  Holds<DateTime, DateTime | Date | string, typeof kinds.datetime>,
  Holds<PlainDate, PlainDate | string, typeof kinds.date>,
  Holds<PlainTime, PlainTime | string, typeof kinds.time>,
  Holds<Duration, Duration | string | number, typeof kinds.duration>,
] = [
  [true, true],
  [true, true],
  [true, true],
  [true, true],
  [true, true],
  [true, true],
  [true, true],
  [true, true],
  [true, true],
]

// @ts-expect-error a default must be a value of the kind
integer({ default: 'one' })
// @ts-expect-error there is no such version
uuid({ version: 2 })
