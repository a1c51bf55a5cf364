import {
  ESCAPED_WORDS,
  fifty,
  flatInput,
  flatOutput,
  flatRefusals,
  invalidInput,
  laxInput,
  laxOutput,
  laxRefusals,
  nestedInput,
  nestedOutput,
  nestedRefusals,
  post,
  UNICODE_WORDS,
  WORDS,
} from './examples.ts'

/** One kind of input, varied, and what every peer has to make of it. */
export interface Case {
  readonly name: string
  /** New inputs, their strings flat as JSON.parse makes them. */
  readonly inputs: () => readonly unknown[]
  /** The plain data (dates as ISO text) of each input's result; null where it has to be refused with two errors. */
  readonly expected: readonly unknown[]
  /** Inputs that are not timed, and tell whether a peer holds the bounds of the case: each has to be refused. */
  readonly refusals: readonly unknown[]
}

/** The cases of validation, by the name under which a peer gives its function. */
export type ValidationCase = 'flat' | 'nested' | 'list' | 'lax' | 'invalid'

/** The cases of validation, in the order they are shown. */
export const validationCases: Readonly<Record<ValidationCase, Case>> = {
  flat: {
    ...createCase('flat', 1024, (i) => ({ given: flatInput(i), expected: flatOutput(i) })),
    refusals: flatRefusals,
  },
  nested: {
    ...createCase('nested', 1024, (i) => ({ given: nestedInput(i), expected: nestedOutput(i) })),
    refusals: nestedRefusals,
  },
  list: {
    ...createCase('list of 50', 64, (i) => ({
      given: fifty(i, flatInput),
      expected: fifty(i, flatOutput),
    })),
    refusals: flatRefusals.map((refusal) => [{ title: 'a' }, refusal]),
  },
  lax: {
    ...createCase('lax', 1024, (i) => ({ given: laxInput(i), expected: laxOutput(i) })),
    refusals: laxRefusals,
  },
  invalid: createCase('two errors', 1024, (i) => ({ given: invalidInput(i), expected: null })),
}

/** The cases of serialisation: records as a handler answers them, each of five fields. */
export const serializationCases: readonly Case[] = [
  createCase('one', 1024, (i) => unfiltered(post(i, WORDS))),
  { ...createCase('Date objects', 1024, (i) => unfiltered(post(i, WORDS))), inputs: datedPosts },
  createCase('list of 50', 64, (i) => unfiltered(fifty(i, (j) => post(j, WORDS)))),
  createCase('extra fields', 1024, (i) => ({
    given: { ...post(i, WORDS), author_id: i, password: 'secret', rank: i / 7 },
    expected: post(i, WORDS),
  })),
  createCase('unicode', 1024, (i) => unfiltered(post(i, UNICODE_WORDS))),
  createCase('escapes', 1024, (i) => unfiltered(post(i, ESCAPED_WORDS))),
]

interface Example {
  readonly given: unknown
  readonly expected: unknown
}

function createCase(name: string, count: number, example: (index: number) => Example): Case {
  const examples = Array.from({ length: count }, (_, index) => example(index))
  const text = JSON.stringify(examples.map(({ given }) => given))
  return {
    name,
    inputs: () => JSON.parse(text),
    expected: examples.map(({ expected }) => expected),
    refusals: [],
  }
}

function unfiltered(record: unknown): Example {
  return { given: record, expected: record }
}

function datedPosts(): readonly unknown[] {
  return Array.from({ length: 1024 }, (_, i) => {
    const record = post(i, WORDS)
    return { ...record, created_at: new Date(record.created_at), updated_at: new Date(record.updated_at) }
  })
}
