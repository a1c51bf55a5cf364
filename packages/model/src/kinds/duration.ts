import { Duration, durationFromNumber, parseDuration } from '../text/duration.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import { type InstanceOptions, instanceKind } from './instance-kind.ts'
import type { Kind } from './kind.ts'
import type { Step } from './step.ts'

/** Options of {@link duration}. With `strict` it accepts a {@link Duration} only. */
export type DurationOptions = InstanceOptions<Duration>

/** A length of time, from ISO 8601 (`P1DT2H`), `[D days,] HH:MM[:SS]` or a number of seconds. */
export function duration<const Options extends KnownOptions<DurationOptions, Options> = DurationOptions>(
  options?: Options,
  ...steps: Step<Duration>[]
): Kind<Duration, Duration | string | number, IsOptional<Options>> {
  return instanceKind({
    name: 'duration',
    options,
    steps,
    parse: parseDuration,
    fromNumber: durationFromNumber,
    // In Python a boolean is a number: true is one second.
    fromOther: (input) => (typeof input === 'boolean' ? durationFromNumber(Number(input)) : undefined),
    wrongType: 'time_delta_type',
    issueFor: () => 'time_delta_parsing',
    own: (input) => (input instanceof Duration ? input : undefined),
    format: 'duration',
  })
}
