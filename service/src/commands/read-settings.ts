import type { Environment } from '@postern/contract/cors'
import { parseSettings, type Settings, withoutBlanks } from '../settings.ts'
import type { Terminal } from './terminal.ts'

/** The settings of a command, whose flags come before the environment. Throws one `SettingsError` for all mistakes, those of the file of
 *  `--config` among them. */
export function readSettings({ environment, fileProblems }: Terminal, flags: Environment = {}): Settings {
  return parseSettings({ ...environment, ...withoutBlanks(flags) }, fileProblems)
}
