import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import {
  datetime,
  email,
  httpUrl,
  integer,
  type Kind,
  list,
  Model,
  number,
  string,
  uuid,
  ValidationError,
} from '@postern/model'
import { UserSignUp } from '../src/users/models.ts'

/** One row of the table of options and special types (spec §2.7): what a field with it accepts, and how it refuses. */
interface Option {
  readonly section: string
  readonly name: string
  readonly field: Kind
  readonly takes: readonly unknown[]
  readonly refuses: readonly unknown[]
  readonly as: string
}

const options: readonly Option[] = [
  {
    section: '§2.7',
    name: 'min_length of a string is inclusive and counts code points',
    field: string({ minLength: 2 }),
    takes: ['ab', 'é🙂'],
    refuses: ['', 'a', '🙂'],
    as: 'string_too_short',
  },
  {
    section: '§2.7',
    name: 'max_length of a string is inclusive and counts code points',
    field: string({ maxLength: 2 }),
    takes: ['', 'ab', '🙂🙂'],
    refuses: ['abc', '🙂🙂🙂'],
    as: 'string_too_long',
  },
  {
    section: '§2.7',
    name: 'gt: greater than',
    field: number({ gt: 1 }),
    takes: [1.5, 2, '3'],
    refuses: [1, 0, -1],
    as: 'greater_than',
  },
  {
    section: '§2.7',
    name: 'ge: at least',
    field: integer({ ge: 1 }),
    takes: [1, 2],
    refuses: [0, -1],
    as: 'greater_than_equal',
  },
  {
    section: '§2.7',
    name: 'lt: less than',
    field: number({ lt: 1 }),
    takes: [0.5, -1],
    refuses: [1, 2],
    as: 'less_than',
  },
  {
    section: '§2.7',
    name: 'le: at most',
    field: integer({ le: 1 }),
    takes: [1, -5],
    refuses: [2],
    as: 'less_than_equal',
  },
  {
    section: '§2.7',
    name: 'pattern: a regular expression that is searched for',
    field: string({ pattern: '^[a-z]+(-[a-z]+)*$' }),
    takes: ['a', 'some-slug'],
    refuses: ['', 'A', 'a--b', 'a\n'],
    as: 'string_pattern_mismatch',
  },
  {
    section: '§2.7',
    name: 'min_items of a list is inclusive',
    field: list(string(), { minItems: 1 }),
    takes: [['a'], ['a', 'b']],
    refuses: [[]],
    as: 'too_short',
  },
  {
    section: '§2.7',
    name: 'max_items of a list is inclusive',
    field: list(string(), { maxItems: 2 }),
    takes: [[], ['a', 'b']],
    refuses: [['a', 'b', 'c']],
    as: 'too_long',
  },
  {
    section: '§2.7',
    name: 'unique_items forbids duplicates',
    field: list(integer(), { uniqueItems: true }),
    takes: [[], [1, 2]],
    refuses: [
      [1, 2, 1],
      [1, '1'],
    ],
    as: 'list_unique',
  },
  {
    section: '§2.7',
    name: 'e-mail string: basic validity',
    field: email(),
    takes: ['ann@example.com', 'a.b+c@sub.example.co'],
    refuses: ['ann', 'ann@', '@example.com', 'a b@example.com', 'ann@example'],
    as: 'value_error',
  },
  {
    section: '§2.7',
    name: 'HTTP URL: http or https only',
    field: httpUrl(),
    takes: ['http://example.com', 'https://example.com/a?b=c#d'],
    refuses: ['ftp://example.com', 'file:///a'],
    as: 'url_scheme',
  },
  {
    section: '§2.7',
    name: 'HTTP URL: at most 2083 characters',
    field: httpUrl(),
    takes: [`http://example.com/${'x'.repeat(2064)}`],
    refuses: [`http://example.com/${'x'.repeat(2065)}`],
    as: 'url_too_long',
  },
  {
    section: '§2.7',
    name: 'datetime: ISO 8601 is parsed',
    field: datetime(),
    takes: ['2026-01-02T03:04:05', '2026-01-02T03:04:05.678901Z', '2026-01-02 03:04+05:30', '2026-01-02'],
    refuses: ['soon', '2026-13-01', '2026-02-30T00:00:00'],
    as: 'datetime_from_date_parsing',
  },
  {
    section: '§2.7',
    name: 'UUID: the format is checked',
    field: uuid(),
    takes: ['01234567-89ab-cdef-0123-456789abcdef', '0123456789ABCDEF0123456789abcdef'],
    refuses: ['01234567', 'g1234567-89ab-cdef-0123-456789abcdef', ''],
    as: 'uuid_parsing',
  },
]

describe('§2.7 the options of a field, for anyone who declares a model', () => {
  for (const { section, name, field, takes, refuses, as } of options) {
    it(`${section} ${name}`, () => {
      class Declared extends Model({ value: field }) {}
      for (const value of takes) assert.equal(Declared.safeParse({ value }).ok, true, String(value))
      for (const value of refuses) {
        const result = Declared.safeParse({ value })
        assert.ok(!result.ok, `${String(value)} was taken`)
        assert.deepEqual(
          result.issues.map(({ type, loc, input }) => ({ type, loc, input })),
          [{ type: as, loc: ['value'], input: value }],
        )
      }
    })
  }
})

test('§2.7 description is documentation text only', () => {
  class Declared extends Model({ value: string({ description: 'What it is for' }) }) {}
  assert.match(JSON.stringify(Declared.jsonSchema()), /"description":"What it is for"/)
  assert.equal(Declared.parse({ value: '' }).value, '')
})

test('§2 validation happens at the moment an instance is built from input', () => {
  class Place extends Model({ name: string({ minLength: 1 }), height: integer({ default: 0 }) }) {}
  class Trip extends Model({ days: integer({ ge: 1 }), to: Place }) {}
  const trip = Trip.parse({ days: '3', to: { name: 'Ararat', height: '5137' } })
  assert.deepEqual([trip.days, trip.to.height], [3, 5137])
  assert.ok(trip instanceof Trip)
  assert.throws(
    () => new Trip({ days: 0, to: { name: '' } }),
    (error) => error instanceof ValidationError && error.issues.length === 2,
  )
})

test('§2 a rule over several fields holds for a user built in code as for one that was sent', () => {
  const user = { username: 'annabelle', email: 'ann@example.com', age: 30, password: 'Annabelle' }
  assert.throws(
    () => new UserSignUp(user),
    (error) => error instanceof ValidationError && !error.message.includes('Annabelle'),
  )
})
