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

/** One kind of input in variations, and the result that every peer must produce. */
export interface Case {
  readonly name: string
  /** Creates new inputs, with flat strings like those of JSON.parse. */
  readonly inputs: () => readonly unknown[]
  /** The plain data (dates as ISO text) of each result; null where the input must be refused with two errors. */
  readonly expected: readonly unknown[]
  /** Inputs that are not timed, and show whether a peer enforces the bounds of the case: each must be refused. */
  readonly refusals: readonly unknown[]
}

/** The validation cases, by the name of a peer's function. */
export type ValidationCase = 'flat' | 'nested' | 'list' | 'lax' | 'invalid'

/** The validation cases, in the order of the table. */
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

/** The serialization cases: records as a handler returns them, each with five fields. */
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
