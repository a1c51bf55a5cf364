import type { Environment } from '@postern/contract/cors'
import { parseSettings, type Settings, withoutBlanks } from '../settings.ts'
import type { Terminal } from './terminal.ts'

/**
 * Reads the settings of a command; its flags take precedence over the environment. Throws one `SettingsError` for all
 * mistakes, including those of the `--config` file.
 */
export function readSettings({ environment, fileProblems }: Terminal, flags: Environment = {}): Settings {
  return parseSettings({ ...environment, ...withoutBlanks(flags) }, fileProblems)
}
