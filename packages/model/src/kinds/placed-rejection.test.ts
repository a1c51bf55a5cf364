import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  after,
  before,
  createConverter,
  integer,
  list,
  Model,
  reject,
  rejectAt,
  string,
  union,
} from '../index.ts'

class SignUp extends Model(
  {
    name: string(),
    password: string({ secret: true }),
    again: string({ alias: 'passwordAgain' }),
    age: integer({ default: 0 }),
  },
  {
    check: [
      before((input) => (input === 'nobody' ? rejectAt('name', reject('A name is missing')) : input)),
      after((user) =>
        user.again === user.password ? user : rejectAt('again', reject('Passwords do not match')),
      ),
      after((user) =>
        user.password === 'secret' ? rejectAt('password', reject('Too easy', 'easy', { tries: 1 })) : user,
      ),
      after((user) => (user.name === 'Old' ? rejectAt('age', reject('Tell an age')) : user)),
    ],
  },
) {}

const mismatch = {
  type: 'value_error',
  msg: 'Value error, Passwords do not match',
  input: 'y',
  ctx: { error: {} },
}
const missing = { type: 'value_error', msg: 'Value error, Tell an age', ctx: { error: {} } }

// table: a title, an input, and its issue: the first is the one that pydantic gives if `again` looks at `info.data`.
const refused: readonly (readonly [title: string, input: unknown, issue: object])[] = [
  [
    'at its alias, with its input',
    { name: 'Ann', password: 'x', passwordAgain: 'y' },
    { ...mismatch, loc: ['passwordAgain'] },
  ],
  [
    'with its own type, a secret one without its input',
    { name: 'Ann', password: 'secret', passwordAgain: 'secret' },
    { type: 'easy', loc: ['password'], msg: 'Too easy', input: '***', ctx: { tries: 1 } },
  ],
  [
    'with the whole input where it was not given',
    { name: 'Old', password: 'x', passwordAgain: 'x' },
    { ...missing, loc: ['age'], input: { name: 'Old', password: '***', passwordAgain: 'x' } },
  ],
]

for (const generate of [true, false]) {
  const { convert, write } = createConverter(SignUp, { generate })

  for (const [title, input, issue] of refused) {
    test(`a check refuses a field ${title}, ${generate ? 'generated' : 'composed'}`, () => {
      assert.deepEqual(convert(input), { ok: false, issues: [issue] })
      const within = createConverter(list(SignUp), { generate }).convert([input])
      assert.deepEqual(!within.ok && within.issues[0]?.loc.slice(0, 1), [0])
    })
  }

  test(`a check may refuse a field of input that is not an object, ${generate ? 'generated' : 'composed'}`, () => {
    const result = convert('nobody')
    assert.deepEqual(!result.ok && result.issues.map(({ loc, msg, input }) => [loc, msg, input]), [
      [['name'], 'Value error, A name is missing', '***'],
    ])
  })

  test(`an issue in a handler's value uses the name that the value has, ${generate ? 'generated' : 'composed'}`, () => {
    const result = write({ name: 'Ann', password: 'x', again: 'y' })
    assert.deepEqual(result, { ok: false, issues: [{ ...mismatch, loc: ['again'] }] })
  })

  test(`a check of a union member refuses its field, ${generate ? 'generated' : 'composed'}`, () => {
    const result = createConverter(union([SignUp, integer()]), { generate }).convert({
      name: 'Ann',
      password: 'x',
      passwordAgain: 'y',
    })
    assert.deepEqual(!result.ok && result.issues[0]?.loc, ['SignUp', 'passwordAgain'])
  })
}

test('rejectAt throws for a field that the model lacks, and where there are no fields', () => {
  class Span extends Model(
    { from: integer(), to: integer() },
    {
      check: [
        after((span) => (span.from < span.to ? span : rejectAt('until', reject('It ends before it begins')))),
      ],
    },
  ) {}
  assert.throws(
    () => Span.safeParse({ from: 2, to: 1 }),
    new TypeError('rejectAt names until, which is not a field of Span; write one of from, to'),
  )
  const text = string(
    {},
    after((given) => (given === 'a' ? rejectAt('from', reject('No')) : given)),
  )
  assert.throws(
    () => createConverter(text).convert('a'),
    new TypeError('rejectAt names a field of a model and works only in its check; return reject(…) here'),
  )
})

test('rejectAt throws for a nested rejectAt, and for a value that is not a rejection', () => {
  const within = rejectAt('street', reject('There is none'))
  // Code without types may pass these.
  for (const wrong of [within, JSON.parse('"There is none"')]) {
    assert.throws(
      () => rejectAt('address', wrong),
      new TypeError("rejectAt takes one field and a rejection; write rejectAt('address', reject('…'))"),
    )
  }
})
