import { type Breach, createBreach, type IssueType } from '../issues/catalog.ts'
import { shownGiven } from '../issues/shown-given.ts'
import { plainNumeral } from '../text/number.ts'
import type { Rule } from './rule.ts'

/** Bounds of a number (spec §2.7 gt, ge, lt, le), and the unit that it must be a multiple of. */
export interface BoundOptions<Limit = number> {
  /** The value must be greater than this. Default: no limit. */
  readonly gt?: Limit
  /** The value must be greater than or equal to this. Default: no limit. */
  readonly ge?: Limit
  /** The value must be less than this. Default: no limit. */
  readonly lt?: Limit
  /** The value must be less than or equal to this. Default: no limit. */
  readonly le?: Limit
  /** The value must be a multiple of this. Default: any value. */
  readonly multipleOf?: Limit
}

/** One bound: how it is checked, reported and described. */
export interface Bound {
  readonly option: 'gt' | 'ge' | 'lt' | 'le'
  readonly sign: '>' | '>=' | '<' | '<='
  readonly holds: (value: number | bigint, limit: number) => boolean
  readonly type: IssueType
  readonly keyword: string
}

/** The bounds in the order in which pydantic checks them. NaN satisfies none. */
export const BOUNDS: readonly Bound[] = [
  {
    option: 'le',
    sign: '<=',
    holds: (value, limit) => value <= limit,
    type: 'less_than_equal',
    keyword: 'maximum',
  },
  {
    option: 'lt',
    sign: '<',
    holds: (value, limit) => value < limit,
    type: 'less_than',
    keyword: 'exclusiveMaximum',
  },
  {
    option: 'ge',
    sign: '>=',
    holds: (value, limit) => value >= limit,
    type: 'greater_than_equal',
    keyword: 'minimum',
  },
  {
    option: 'gt',
    sign: '>',
    holds: (value, limit) => value > limit,
    type: 'greater_than',
    keyword: 'exclusiveMinimum',
  },
]

/** Returns the rules of {@link BoundOptions}, the unit first; `isMultiple` defines what a multiple is. */
export function boundRules(
  options: BoundOptions,
  isMultiple: (value: number | bigint, unit: number) => boolean,
): Rule<number | bigint>[] {
  const { multipleOf } = options
  const bounds = BOUNDS.flatMap((bound) => {
    const limit = options[bound.option]
    return limit === undefined ? [] : [boundRule(bound, limit)]
  })
  return multipleOf === undefined ? bounds : [multipleRule(multipleOf, isMultiple), ...bounds]
}

/** Returns what is wrong with the limits themselves, each with what to write instead. */
export function mistakesOfBounds(options: BoundOptions): string[] {
  const limits = BOUNDS.map(({ option }) => [option, options[option]] as const)
  const { multipleOf } = options
  return [
    ...limits
      .filter(([, limit]) => limit !== undefined && !Number.isFinite(limit))
      .map(([option, limit]) => `${option} is ${shownGiven(limit)}; write a finite number`),
    ...(multipleOf === undefined || (Number.isFinite(multipleOf) && multipleOf > 0)
      ? []
      : [`multipleOf is ${shownGiven(multipleOf)}; write a number above 0`]),
  ]
}

function boundRule({ option, sign, holds, type, keyword }: Bound, limit: number): Rule<number | bigint> {
  const breach = limitBreach(type, option, limit)
  return {
    check: (value) => (holds(value, limit) ? undefined : breach),
    accept: (value, code) => code.require(`${value} ${sign} ${Number(limit)}`),
    schema: { [keyword]: limit },
  }
}

function multipleRule(
  unit: number,
  isMultiple: (value: number | bigint, unit: number) => boolean,
): Rule<number | bigint> {
  const breach = limitBreach('multiple_of', 'multiple_of', unit)
  return {
    check: (value) => (isMultiple(value, unit) ? undefined : breach),
    accept: (value, code) => code.require(code.call(isMultiple, value, String(Number(unit)))),
    schema: { multipleOf: unit },
  }
}

/** Returns the breach of a limit. Its message shows the limit without an exponent, as pydantic does. */
function limitBreach(type: IssueType, option: string, limit: number): Breach {
  return { ...createBreach(type, { [option]: plainNumeral(limit) }), context: { [option]: limit } }
}
