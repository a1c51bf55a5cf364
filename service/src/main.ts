import { Command } from 'commander'
import { configCommand } from './commands/config.ts'
import { corsCommand } from './commands/cors.ts'
import { openapiCommand } from './commands/openapi.ts'
import { processTerminal } from './commands/process-terminal.ts'
import { serveCommand } from './commands/serve.ts'
import { CommandError } from './commands/terminal.ts'
import { userCommand } from './commands/user.ts'
import { StartError } from './service.ts'
import { SettingsError } from './settings-error.ts'
import { StorageRefused, StorageUnavailable } from './storage/errors.ts'

/** What the user can act on: its message is shown, without a stack. */
const expected = [CommandError, SettingsError, StartError, StorageRefused, StorageUnavailable]

const terminal = processTerminal()
const commands = [serveCommand, openapiCommand, corsCommand, configCommand, userCommand]
const program = commands.reduce(
  (command, create) => command.addCommand(create(terminal)),
  new Command('postern').description('A posts-and-users service that keeps every record'),
)

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof Error) || !expected.some((kind) => error instanceof kind)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
