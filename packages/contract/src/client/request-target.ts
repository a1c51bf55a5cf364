import { fieldOf } from '@postern/model'
import type { Declaration } from '../route/operation.ts'
import { restParameter, splitPath } from '../route/path.ts'
import type { UntypedInput } from './call-input.ts'
import { compileParameterTexts } from './parameter-text.ts'

/**
 * Compiles the path that a call requests, percent-encoded. The function throws a TypeError for values that a server
 * would read as others.
 */
export function compileTarget(
  path: string,
  { params = {} }: Declaration,
): (values: UntypedInput['params']) => string {
  const kinds = Object.entries(params).map(
    ([name, kind]) => [name, compileParameterTexts(fieldOf(name, kind), { isOne: true })] as const,
  )
  const segments = path.split('/').map(compileSegment)
  return (values) => {
    const missing = kinds.find(([name]) => values?.[name] === undefined)
    if (missing !== undefined)
      throw new TypeError(`${path} lacks ${missing[0]}; call it with { params: { ${missing[0]}: … } }`)
    const texts = new Map(kinds.map(([name, textsOf]) => [name, textIn(path, name, textsOf(values?.[name]))]))
    return segments.map((write) => write(texts, path)).join('/')
  }
}

/** A path has one string for a parameter. Null has none, and would arrive as an empty one. */
function textIn(path: string, name: string, [text, ...others]: readonly string[]): string {
  if (text === undefined) throw refusal(path, name, null)
  return [text, ...others].join(',')
}

type SegmentWriter = (texts: ReadonlyMap<string, string>, path: string) => string

function compileSegment(segment: string): SegmentWriter {
  const rest = restParameter(segment)
  if (rest !== undefined) return restWriter(rest)
  const { names, literals } = splitPath(segment)
  const filled = (values: readonly string[]) =>
    literals.map((literal, index) => literal + (values[index] ?? '')).join('')
  // As on servers, the first of several takes as much as it can.
  const reader = new RegExp(`^${literals.map(escaped).join('(.+)')}$`, 's')
  return (texts, path) => {
    const given = names.map((name) => texts.get(name) ?? '')
    const plain = filled(given)
    // URLs resolve dot segments (RFC 3986 §5.2.4), and servers decode a slash before they look up the operation.
    const read = DOTS.test(plain) ? [] : (reader.exec(plain) ?? [])
    for (const [index, text] of given.entries()) {
      if (text.includes('/') || read[index + 1] !== text) throw refusal(path, names[index], text)
    }
    return filled(given.map(encodeURIComponent))
  }
}

/** Writes a parameter over several segments; its slashes stay. */
function restWriter(name: string): SegmentWriter {
  return (texts, path) => {
    const text = texts.get(name) ?? ''
    const segments = text.split('/')
    if (segments.some((segment) => DOTS.test(segment))) throw refusal(path, name, text)
    return segments.map(encodeURIComponent).join('/')
  }
}

const DOTS = /^\.{1,2}$/

function escaped(literal: string): string {
  return literal.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
}

function refusal(path: string, name: string | undefined, text: string | null): TypeError {
  return new TypeError(
    `${path} cannot be called with ${JSON.stringify(text)} as ${name}, because it would be read differently in a path; declare it in the query`,
  )
}
