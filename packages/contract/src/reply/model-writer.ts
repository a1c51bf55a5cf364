import { createConverter, type Exclusions, exclusionsOf, type KindLike, type Result } from '@postern/model'
import type { DropReport } from './drop-report.ts'

/** Writes a value as JSON text through its model (spec §4.3). */
export type ModelWriter = (value: unknown) => Result<string>

/** How a model is written. */
export interface ModelWriterTerms {
  readonly reportDrop: DropReport | undefined
  /** The exclusions that leave fields out, from an operation's declaration. */
  readonly exclusions: Exclusions
}

/** Compiles the writer of a model. What it leaves out is reported if there is a `reportDrop`. */
export function compileModelWriter(
  model: KindLike,
  { reportDrop, exclusions }: ModelWriterTerms,
): ModelWriter {
  const { write, dropped } = createConverter(model, exclusionsOf(exclusions))
  if (reportDrop === undefined) return write
  return (value) => {
    const written = write(value)
    try {
      if (written.ok) reportDrop(dropped(value))
    } catch {
      // A getter that throws when it is read again must not cost the client its response.
    }
    return written
  }
}
