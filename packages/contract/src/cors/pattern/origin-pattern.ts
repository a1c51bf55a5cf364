import { RE2JS } from 're2js'
import { type Fault, type Review, reviewType } from '../review.ts'
import { isSerializedOrigin } from '../serialized-origin.ts'
import { reviewPatternDanger } from './danger.ts'
import { ambiguousRepetition } from './repetition.ts'
import { samplePattern } from './sample.ts'
import { foreignSyntax } from './syntax.ts'
import { type PatternGroup, parsePattern } from './tree.ts'

/**
 * The allowOriginRegex option after its review. `matches` takes time linear in the origin, whose length and grammar are
 * checked first.
 */
export interface OriginPattern {
  readonly source: string
  matches(origin: string): boolean
}

/** Reviews and compiles allowOriginRegex (spec §4.4); undefined if it is left out or cannot be used. */
export function compileOriginPattern(review: Review, credentials: boolean): OriginPattern | undefined {
  const value = review.options['allowOriginRegex']
  if (value === undefined) return undefined
  if (typeof value !== 'string') {
    const source = value instanceof RegExp ? value.source : 'https://[a-z0-9-]+\\.example\\.com'
    const correction = review.lineFor('allowOriginRegex', source)
    reviewType(review, 'allowOriginRegex', { wanted: 'a string', correction })
    return undefined
  }
  const compiled = compile(value)
  if ('code' in compiled) {
    review.add('errors', 'allowOriginRegex', { ...compiled, value })
    return undefined
  }
  const matches = (origin: string) => isSerializedOrigin(origin) && compiled.testExact(origin)
  reviewPatternDanger(review, { source: value, matches, tree: parsePattern(value), credentials })
  return { source: value, matches }
}

function compile(source: string): RE2JS | Fault {
  if (source === '') {
    const correction = 'leave the option out, or write the pattern of the whole origin'
    return { code: 'regex_invalid', reason: 'is empty and matches no origin', correction }
  }
  const foreign = foreignSyntax(source)
  if (foreign !== undefined) {
    const reason = `has ${foreign.source} at position ${foreign.at}, which has another meaning here than in other engines`
    return { code: 'regex_unsupported', reason, correction: foreign.advice }
  }
  try {
    const compiled = RE2JS.compile(source)
    return unsafeFault(parsePattern(source)) ?? compiled
  } catch (error) {
    return syntaxFault(source, error instanceof Error ? error.message : String(error))
  }
}

function syntaxFault(source: string, message: string): Fault {
  const [, why = message, piece = ''] = /: (.*): `([\s\S]*)`$/.exec(message) ?? []
  // If something is missing at the end, the piece is the whole pattern and has no position.
  const place = piece === source || !source.includes(piece) ? '' : ` at position ${source.indexOf(piece)}`
  const reason = `does not compile: ${why}${place}`
  return {
    code: 'regex_invalid',
    reason,
    correction: 'RE2 syntax; write a \\ before special characters',
  }
}

function unsafeFault(tree: PatternGroup): Fault | undefined {
  const group = ambiguousRepetition(tree)
  if (group === undefined) return undefined
  const turn = samplePattern(group, { optional: true, dot: () => 'a' })
  const stuck = `https://${turn.repeat(21).slice(0, 21)}!`
  const reason = `repeats a group that repeats itself: on ${stuck} a backtracking engine tries millions of ways`
  const correction =
    'one repetition, as in [a-z0-9]+, or a separator in the group, as in [a-z0-9-]+(\\.[a-z0-9-]+)*'
  return { code: 'regex_unsafe', reason, correction }
}
