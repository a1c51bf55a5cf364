import { RE2JS } from 're2js'
import { type PatternToken, tokenizePattern } from './token.ts'

/** A part of a pattern that consumes characters, and how often it may repeat. */
export type PatternNode = PatternAtom | PatternGroup

/** One character from a set; `characters` are the printable ASCII characters that it matches. */
export interface PatternAtom extends Repetition {
  readonly kind: 'class' | 'escape' | 'dot' | 'literal'
  readonly source: string
  readonly at: number
  readonly characters: string
}

/** A group, or the whole pattern: alternatives, each a sequence. */
export interface PatternGroup extends Repetition {
  readonly kind: 'group'
  readonly alternatives: readonly (readonly PatternNode[])[]
}

interface Repetition {
  readonly min: number
  readonly max: number
}

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))

/** Returns the structure of a pattern that the engine has accepted, without its anchors. */
export function parsePattern(pattern: string): PatternGroup {
  const tokens = tokenizePattern(pattern).values()
  return parseGroup(tokens)
}

function parseGroup(tokens: Iterator<PatternToken>): PatternGroup {
  const alternatives: PatternNode[][] = [[]]
  for (let next = tokens.next(); !next.done && next.value.kind !== 'close'; next = tokens.next()) {
    const token = next.value
    const sequence = alternatives.at(-1) ?? []
    if (token.kind === 'bar') alternatives.push([])
    else if (token.kind === 'repeat') repeatLast(sequence, token.source)
    else if (token.kind === 'open') sequence.push(parseGroup(tokens))
    else if (token.kind !== 'anchor') sequence.push(parseAtom(token))
  }
  return { kind: 'group', alternatives, min: 1, max: 1 }
}

function repeatLast(sequence: PatternNode[], source: string): void {
  const last = sequence.pop()
  if (last === undefined) return
  const [min = '0', max] = source.replace(/\?$/, '').replaceAll(/[{}]/g, '').split(',')
  if (source.startsWith('{')) {
    const least = Number(min)
    sequence.push({
      ...last,
      min: least,
      max: max === undefined ? least : Number(max || Number.POSITIVE_INFINITY),
    })
    return
  }
  const least = source.startsWith('+') ? 1 : 0
  sequence.push({ ...last, min: least, max: source.startsWith('?') ? 1 : Number.POSITIVE_INFINITY })
}

function parseAtom(token: PatternToken): PatternAtom {
  const kind =
    token.kind === 'class' || token.kind === 'escape' || token.kind === 'dot' ? token.kind : 'literal'
  return { kind, source: token.source, at: token.at, characters: charactersOf(token), min: 1, max: 1 }
}

function charactersOf(token: PatternToken): string {
  if (token.kind === 'literal') return token.source
  const atom = RE2JS.compile(token.source)
  return PRINTABLE.filter((character) => atom.testExact(character)).join('')
}
