import type { Environment } from '@postern/contract/cors'
import type { SettingProblem } from '../settings-error.ts'

/** What a command is given by the process it runs in. */
export interface Terminal {
  readonly environment: Environment
  /** What of the file of `--config` cannot be read, to be told with what is wrong with the settings. */
  readonly fileProblems: readonly SettingProblem[]
  /** Prints a line for the user. */
  readonly print: (line: string) => void
  /** Prints a line that is no result: what went wrong, or how it goes. */
  readonly warn: (line: string) => void
  /** Writes finished lines of the log. */
  readonly writeLog: (text: string) => void
  /** Whether people read the log. */
  readonly isReadable: boolean
  /** Resolves with what asked it when the process is to stop, a signal by its name; a second signal stops it at once. */
  readonly stopSignal: () => Promise<string>
  /** Asks for a text that is not shown; without a keyboard it is the first line of the standard input. */
  readonly askSecret: (question: string) => Promise<string>
  /** Shows how far a long work is: by a bar where people read, else by a line at every tenth. */
  readonly startProgress: (what: string, total: number) => Promise<Progress>
}

/** A long work that is shown. */
export interface Progress {
  readonly advance: (by: number) => void
  readonly finish: () => void
}

/** A command that cannot go on, for a reason that its user can act on; the message is all they see. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
