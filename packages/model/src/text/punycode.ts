import { type Parsed, unreadable } from './parsed.ts'

/**
 * Decodes the part of an IDNA label after `xn--` (RFC 3492 §6.2), in lower case. Refuses what does not decode to a
 * text.
 */
export function decodePunycode(encoded: string): Parsed<string> {
  const basicEnd = encoded.lastIndexOf('-')
  const output = [...encoded.slice(0, Math.max(basicEnd, 0))].map((character) => character.charCodeAt(0))
  let code = FIRST_CODE
  let place = 0
  let bias = FIRST_BIAS
  for (let at = basicEnd + 1; at < encoded.length; ) {
    const run = readVariableLength(encoded, at, bias)
    if (run === undefined) return unreadable('Invalid A-label')
    at = run.end
    const size = output.length + 1
    bias = adaptBias(run.value, size, place === 0)
    place += run.value
    code += Math.floor(place / size)
    place %= size
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return unreadable('Invalid A-label')
    output.splice(place++, 0, code)
  }
  return { ok: true, value: String.fromCodePoint(...output) }
}

/** Encodes a label as the part after `xn--` (RFC 3492 §6.3). */
export function encodePunycode(label: string): string {
  const codes = [...label].map((character) => character.codePointAt(0) ?? 0)
  const basic = codes.filter((code) => code < FIRST_CODE)
  let output = basic.length > 0 ? `${String.fromCodePoint(...basic)}-` : ''
  let delta = 0
  let bias = FIRST_BIAS
  let written = basic.length
  let code = FIRST_CODE
  for (const next of [...new Set(codes)]
    .filter((candidate) => candidate >= FIRST_CODE)
    .sort((a, b) => a - b)) {
    delta += (next - code) * (written + 1)
    code = next
    for (const candidate of codes) {
      if (candidate < code) delta++
      if (candidate !== code) continue
      output += writeVariableLength(delta, bias)
      bias = adaptBias(delta, written + 1, written === basic.length)
      delta = 0
      written++
    }
    delta++
    code++
  }
  return output
}

const BASE = 36
const FIRST_CODE = 0x80
const FIRST_BIAS = 72
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789'

function threshold(position: number, bias: number): number {
  return Math.min(Math.max(position - bias, 1), 26)
}

function readVariableLength(
  text: string,
  start: number,
  bias: number,
): { value: number; end: number } | undefined {
  let value = 0
  let weight = 1
  for (let at = start, position = BASE; at < text.length; at++, position += BASE) {
    const digit = DIGITS.indexOf(text.charAt(at))
    if (digit < 0) return undefined
    value += digit * weight
    if (value > 0x7fffffff) return undefined
    const limit = threshold(position, bias)
    if (digit < limit) return { value, end: at + 1 }
    weight *= BASE - limit
  }
  return undefined
}

function writeVariableLength(delta: number, bias: number): string {
  let output = ''
  let rest = delta
  for (let position = BASE; ; position += BASE) {
    const limit = threshold(position, bias)
    if (rest < limit) return output + DIGITS.charAt(rest)
    output += DIGITS.charAt(limit + ((rest - limit) % (BASE - limit)))
    rest = Math.floor((rest - limit) / (BASE - limit))
  }
}

function adaptBias(delta: number, size: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / size)
  let position = 0
  for (; rest > 455; position += BASE) rest = Math.floor(rest / 35)
  return position + Math.floor((36 * rest) / (rest + 38))
}
