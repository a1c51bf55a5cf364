import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { withoutBlanks } from '../settings.ts'
import { type SettingProblem, SettingsError } from '../settings-error.ts'
import { StartError } from '../start-error.ts'
import { StorageRefused, StorageUnavailable } from '../storage/errors.ts'
import { readEnvironmentFile } from './environment-file.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { unknownNames } from './variable-lines.ts'

/**
 * Runs the command line. Resolves with the exit code: 0 when the command succeeded, 1 when it failed or a check failed,
 * 2 when the command line is invalid. Rejects for unexpected errors.
 */
export async function runProgram(terminal: Terminal, words: readonly string[]): Promise<number> {
  try {
    await createProgram(terminal, await loadCommands(words)).parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return exitCode(error)
    if (!(error instanceof Error) || !expected.some((kind) => error instanceof kind)) throw error
    terminal.warn(error.message)
    return 1
  }
}

type CreateCommand = (terminal: Terminal) => Command

/** Each command is loaded on demand: the dependencies of all of them would slow down every start. */
const commands: ReadonlyMap<string, () => Promise<CreateCommand>> = new Map([
  ['serve', async () => (await import('./serve.ts')).serveCommand],
  ['config', async () => (await import('./config.ts')).configCommand],
  ['cors', async () => (await import('./cors.ts')).corsCommand],
  ['openapi', async () => (await import('./openapi.ts')).openapiCommand],
  ['check', async () => (await import('./check.ts')).checkCommand],
  ['user', async () => (await import('./user.ts')).userCommand],
  ['seed', async () => (await import('./seed.ts')).seedCommand],
  ['backup', async () => (await import('./backup.ts')).backupCommand],
  ['restore', async () => (await import('./restore.ts')).restoreCommand],
  ['migrate', async () => (await import('./migrate.ts')).migrateCommand],
  ['transfer', async () => (await import('./transfer.ts')).transferCommand],
])

/** Loads the command that the first word names, or all of them where it names none, for the help and the error message. */
function loadCommands([first = '']: readonly string[]): Promise<readonly CreateCommand[]> {
  const named = commands.get(first)
  return Promise.all((named === undefined ? [...commands.values()] : [named]).map((load) => load()))
}

/** Errors that the user can act on: the message is shown without a stack. */
const expected = [CommandError, SettingsError, StartError, StorageRefused, StorageUnavailable]

function createProgram(given: Terminal, commands: readonly CreateCommand[]): Command {
  const environment = { ...given.environment }
  const fileProblems: SettingProblem[] = []
  const terminal = { ...given, environment, fileProblems }
  const program = new Command('postern')
    .description('A posts-and-users service that keeps every record')
    .version(readVersion(), '--version', 'show the version')
    .helpOption('--help', 'show what a command does')
    .option(
      '--config <path>',
      'read settings from a file of NAME=value lines; environment variables take precedence',
    )
    .on('option:config', (path: string) => {
      const { variables, problems } = readEnvironmentFile(path)
      const unknown = unknownNames(Object.keys(variables))
      for (const name of unknown) {
        terminal.warn(`warning: ${name} is set in ${path}, but nothing reads a variable of this name`)
      }
      const known = Object.entries(variables).filter(([name]) => !unknown.includes(name))
      Object.assign(environment, Object.fromEntries(known), withoutBlanks(given.environment))
      fileProblems.push(...problems)
    })
    .helpCommand(false)
    .addHelpText('after', beginnings)
    .showHelpAfterError('Run it with --help to see what it takes')
    .exitOverride()
  for (const create of commands) program.addCommand(create(terminal))
  inherit(program)
  return program
}

const beginnings = `
Examples:
  postern serve                      serve on http://127.0.0.1:8000, records in ./data/postern.db
  PORT=8080 postern serve            environment variables are the settings
  postern serve --config posts.env   or a file, for what the environment does not set
  postern serve --help               list every setting
  postern seed --posts 50 --users 5  fill the database with made-up records

It exits with 0 on success, 1 when something failed, 2 when the command was not understood.`

function inherit(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command)
    inherit(child)
  }
}

function exitCode({ exitCode: given }: CommanderError): number {
  // Commander has already printed the error, or the help where a word is missing.
  return given === 0 ? 0 : 2
}

function readVersion(): string {
  // The same path works for the sources and for the built program.
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(Object(manifest).version)
}
