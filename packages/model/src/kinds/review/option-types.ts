// table: what each option is that several kinds or models have
import { shownGiven } from '../../issues/shown-given.ts'

/**
 * Returns what is wrong with the types of options, which untyped code may give: `strict: 'no'` would mean yes, and a
 * pattern that is not a string would match everything.
 */
export function mistakesOfOptionTypes(options: object): string[] {
  return Object.entries(options).flatMap(([name, given]) => {
    const type = TYPES.get(name)
    if (type === undefined || given === undefined || type.holds(given)) return []
    return [`${name} is ${shownGiven(given)}; write ${type.words}`]
  })
}

interface OptionType {
  readonly holds: (given: unknown) => boolean
  /** What to give instead. */
  readonly words: string
}

const COUNT: OptionType = {
  holds: (given) => typeof given === 'number' && Number.isInteger(given) && given >= 0,
  words: 'a whole number of at least 0',
}
const FLAG: OptionType = { holds: (given) => typeof given === 'boolean', words: 'true or false' }
const TEXT: OptionType = { holds: (given) => typeof given === 'string', words: 'a string' }
const LIST: OptionType = { holds: Array.isArray, words: 'a list' }

const TYPES: ReadonlyMap<string, OptionType> = new Map(
  Object.entries({
    minLength: COUNT,
    maxLength: COUNT,
    minItems: COUNT,
    maxItems: COUNT,
    maxDigits: COUNT,
    decimalPlaces: COUNT,
    strict: FLAG,
    strip: FLAG,
    uniqueItems: FLAG,
    allowInfNan: FLAG,
    deprecated: FLAG,
    hidden: FLAG,
    secret: FLAG,
    populateByName: FLAG,
    alias: TEXT,
    name: TEXT,
    title: TEXT,
    description: TEXT,
    pattern: TEXT,
    examples: LIST,
  }),
)
