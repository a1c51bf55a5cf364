import { isSameValue } from './comparison.ts'
import type { HttpAnswer, RecordedAnswer } from './http-case.ts'

/** Returns how a response differs from the recorded one; undefined where it does not. */
export function differenceFrom(recorded: RecordedAnswer, answer: HttpAnswer): string | undefined {
  if (answer.status !== recorded.status)
    return `status ${answer.status} instead of ${recorded.status}: ${shown(answer)}`
  const header = Object.entries(recorded.headers).find(([name, value]) => !isHeaderHeld(name, value, answer))
  if (header !== undefined) return `${header[0]} ${answer.headers[header[0]]} instead of ${header[1]}`
  if (recorded.body !== undefined) return undefined
  const isSame =
    'json' in recorded
      ? isSameValue(parsed(answer.text), parsed(recorded.json_text ?? JSON.stringify(recorded.json)))
      : answer.text === recorded.text
  return isSame
    ? undefined
    : `${shown(answer)} instead of ${recorded.json_text ?? JSON.stringify(recorded.json ?? recorded.text)}`
}

function isHeaderHeld(name: string, value: string, { headers }: HttpAnswer): boolean {
  const given = headers[name] ?? ''
  if (name !== 'allow') return given === value
  const methods = given.split(', ')
  return value.split(', ').every((method) => methods.includes(method))
}

/** Parses a JSON text with exact integers; invalid JSON is returned as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, exactly)
  } catch {
    return text
  }
}

function exactly(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
    ? BigInt(source)
    : value
}

function shown({ text }: HttpAnswer): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
