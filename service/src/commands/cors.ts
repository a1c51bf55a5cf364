import { describeExplanation, describePolicy, explain, type Policy } from '@postern/contract/cors'
import { Command } from 'commander'
import { readSettings } from './read-settings.ts'
import type { Terminal } from './terminal.ts'

interface Asked {
  readonly origin?: string
  readonly method: string
  readonly header: readonly string[]
  readonly credentials: boolean
}

/** Explains the cross-origin policy, or how a browser would treat a page's request under it. */
export function corsCommand(terminal: Terminal): Command {
  return new Command('cors')
    .description('Show the cross-origin policy, or explain what it means for a request of a page')
    .option('--origin <origin>', 'the origin of the page, as the browser shows it: https://app.example.com')
    .option('--method <method>', 'the method of the request', 'GET')
    .option(
      '--header <header...>',
      'a header that the page sets, "name" or "name: value"; several may follow',
      [],
    )
    .option('--credentials', "fetch's credentials: 'include'", false)
    .action((asked: Asked, command: Command) => {
      if (asked.origin === undefined && describesRequest(asked))
        command.error('error: the request needs the origin of its page; add --origin https://app.example.com')
      const { policy } = readSettings(terminal)
      const lines =
        asked.origin === undefined ? describePolicy(policy) : explained(policy, asked, asked.origin)
      for (const line of lines) terminal.print(line)
    })
}

function describesRequest({ method, header, credentials }: Asked): boolean {
  return method !== 'GET' || header.length > 0 || credentials
}

function explained(
  policy: Policy,
  { method, header, credentials }: Asked,
  origin: string,
): readonly string[] {
  const headers = Object.fromEntries(header.flatMap(parseHeaders))
  const include = credentials ? ({ credentials: 'include' } as const) : {}
  return describeExplanation(explain(policy, { origin, method, headers, ...include }))
}

/** Parses `name: value`, or a list of names as browsers send it; a value may contain commas. */
function parseHeaders(text: string): [name: string, value: string][] {
  const colon = text.indexOf(':')
  if (colon === -1) return text.split(',').map((name) => [name.trim(), ''])
  return [[text.slice(0, colon).trim(), text.slice(colon + 1).trim()]]
}
