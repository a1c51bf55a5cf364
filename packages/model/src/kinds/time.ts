import { PlainTime, parseTime, timeFromNumber } from '../text/time.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import { type InstanceOptions, instanceKind } from './instance-kind.ts'
import type { Kind } from './kind.ts'
import type { Step } from './step.ts'

/** Options of {@link time}. With `strict` it accepts a {@link PlainTime} only. */
export type TimeOptions = InstanceOptions<PlainTime>

/** A time of day with or without an offset, from `HH:MM[:SS[.F…]]` or from the seconds after midnight in UTC. */
export function time<const Options extends KnownOptions<TimeOptions, Options> = TimeOptions>(
  options?: Options,
  ...steps: Step<PlainTime>[]
): Kind<PlainTime, PlainTime | string, IsOptional<Options>> {
  return instanceKind({
    name: 'time',
    options,
    steps,
    parse: parseTime,
    fromNumber: timeFromNumber,
    wrongType: 'time_type',
    issueFor: () => 'time_parsing',
    own: (input) => (input instanceof PlainTime ? input : undefined),
    format: 'time',
  })
}
