import type { Environment } from '@postern/contract/cors'
import type { SettingProblem } from '../settings-error.ts'
import type { OutputWriter } from './standard-output.ts'

/** What a command receives from the process it runs in. */
export interface Terminal extends Pick<OutputWriter, 'print' | 'announce'> {
  readonly environment: Environment
  /** Problems in the `--config` file, to be reported together with those of the settings. */
  readonly fileProblems: readonly SettingProblem[]
  /** Prints a line that is not a result: an error, a warning or progress. */
  readonly warn: (line: string) => void
  /** Writes complete lines of the log. */
  readonly writeLog: (text: string) => void
  /** Whether people read the log. */
  readonly isReadable: boolean
  /** Resolves when the process is asked to stop, with the reason: a signal by its name. A second signal ends it at once. */
  readonly stopSignal: () => Promise<string>
  /** Asks for a string without showing it; without a terminal, reads the first line of standard input. */
  readonly askSecret: (question: string) => Promise<string>
  /** Shows the progress of long work: a bar where people read, otherwise a line at every tenth. */
  readonly startProgress: (what: string, total: number) => Promise<Progress>
}

/** Long work whose progress is shown. */
export interface Progress {
  readonly advance: (by: number) => void
  readonly finish: () => void
}

/** A command cannot continue for a reason that the user can act on; the user sees only the message. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
