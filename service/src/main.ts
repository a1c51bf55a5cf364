import { processTerminal } from './commands/process-terminal.ts'
import { runProgram } from './commands/program.ts'

process.exitCode = await runProgram(processTerminal(), process.argv.slice(2))
