import { processTerminal } from './commands/process-terminal.ts'
import { runProgram } from './commands/program.ts'
import { leaveStalledReader } from './commands/standard-error.ts'

process.exitCode = await runProgram(processTerminal(), process.argv.slice(2))
leaveStalledReader()
