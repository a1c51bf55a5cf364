import type { FencedBlock } from './fenced-blocks.ts'

/**
 * Whether the output of a command matches what a page shows. White space is ignored, any time matches any other, and
 * `…` matches anything. For an `http` block the status, the headers shown and the body must match.
 */
export function isAsShown(output: string, shown: FencedBlock): boolean {
  if (shown.language !== 'http') return agree(output, shown.text)
  const expected = message(shown.text)
  const actual = message(output)
  const headers = expected.headers.every((line) => actual.headers.some((found) => agree(found, line)))
  return expected.status === actual.status && headers && agree(actual.body, expected.body)
}

/**
 * Returns the first output that a program shows, in a comment after the call that prints it, but that it did not print
 * after the previous ones.
 */
export function missingOutput(output: string, program: string): string | undefined {
  let rest = plain(output)
  for (const [, shown = ''] of program.matchAll(/\b(?:console\.log|await ask)\(.*\) \/\/ (.+)$/gm)) {
    const at = rest.indexOf(plain(shown))
    if (at < 0) return shown
    rest = rest.slice(at + plain(shown).length)
  }
  return undefined
}

function agree(actual: string, shown: string): boolean {
  const parts = plain(shown).split('…')
  const pattern = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('.*')
  return new RegExp(`^${pattern}$`, 's').test(plain(actual))
}

function plain(text: string): string {
  return text.replace(/\s+/g, '').replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, '<time>')
}

function message(text: string): { status: string; headers: string[]; body: string } {
  const [head = '', ...body] = text.replaceAll('\r\n', '\n').split('\n\n')
  const [first = '', ...headers] = head.split('\n')
  const lower = headers.map((line) => line.replace(/^[^:]*/, (name) => name.toLowerCase()))
  return { status: first.split(' ')[1] ?? '', headers: lower, body: body.join('\n\n') }
}
