import { describeExplanation, describePolicy, explain, type Policy } from '@postern/contract/cors'
import { Command } from 'commander'
import { readSettings } from './read-settings.ts'
import type { Terminal } from './terminal.ts'

interface CommandOptions {
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
    .action((options: CommandOptions, command: Command) => {
      if (options.origin === undefined && describesRequest(options))
        command.error('error: the request needs the origin of its page; add --origin https://app.example.com')
      const { policy } = readSettings(terminal)
      const lines =
        options.origin === undefined ? describePolicy(policy) : explained(policy, options, options.origin)
      for (const line of lines) terminal.print(line)
    })
}

function describesRequest({ method, header, credentials }: CommandOptions): boolean {
  return method !== 'GET' || header.length > 0 || credentials
}

function explained(
  policy: Policy,
  { method, header, credentials }: CommandOptions,
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
  return [[text.slice(0, colon).trim(), text.slice(colon + 1)]]
}
