import { describeContract } from '@postern/contract'
import { Command } from 'commander'
import { createContract } from '../app.ts'
import { parseSettings } from '../settings.ts'
import type { Terminal } from './terminal.ts'

/** Prints the OpenAPI document of the service as its settings make it, without starting it. */
export function openapiCommand(terminal: Terminal): Command {
  return new Command('openapi').description('Print the OpenAPI document').action(() => {
    const { posts } = parseSettings(terminal.environment)
    terminal.print(JSON.stringify(describeContract(createContract(posts)), null, 2))
  })
}
