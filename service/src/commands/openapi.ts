import { describeContract } from '@postern/contract'
import { Command } from 'commander'
import { createContract } from '../contract.ts'
import { messageOf } from '../message-of.ts'
import { documentDifferences } from './document-differences.ts'
import { readSettings } from './read-settings.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { readUtf8 } from './utf8-file.ts'

/** Prints the OpenAPI document for these settings without starting the service, or compares it with a file. */
export function openapiCommand(terminal: Terminal): Command {
  return new Command('openapi')
    .description('Print the OpenAPI document, or compare a committed one with it')
    .option('--check <file>', 'say how the document in the file differs, and exit with 1 if it does')
    .addHelpText(
      'after',
      '\nSave it: postern openapi > openapi.json\nCheck it: postern openapi --check openapi.json',
    )
    .action(({ check }: { check?: string }) => {
      const { posts, rootPath } = readSettings(terminal)
      const text = JSON.stringify(describeContract(createContract(posts), { rootPath }), null, 2)
      if (check === undefined) terminal.print(text)
      else compare(terminal, check, JSON.parse(text))
    })
}

function compare({ print }: Terminal, file: string, served: unknown): void {
  const differences = documentDifferences(readDocument(file), served)
  if (differences.length === 0) {
    print(`${file} is the document that is served`)
    return
  }
  for (const line of differences.slice(0, shownAtMost)) print(line)
  if (differences.length > shownAtMost) print(`… and ${differences.length - shownAtMost} more`)
  throw new CommandError(`${file} is not the document that is served; update it: postern openapi > ${file}`)
}

const shownAtMost = 20

function readDocument(file: string): unknown {
  try {
    return JSON.parse(readUtf8(file))
  } catch (error) {
    throw new CommandError(`Cannot read ${file}: ${messageOf(error)}`, { cause: error })
  }
}
