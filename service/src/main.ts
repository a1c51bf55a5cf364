import { processTerminal } from './commands/process-terminal.ts'
import { runProgram } from './commands/program.ts'
import { leaveStalledReader } from './commands/standard-error.ts'

const terminal = processTerminal()
process.exitCode = await runProgram(terminal, process.argv.slice(2))
leaveStalledReader(terminal)
