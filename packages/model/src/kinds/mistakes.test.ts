import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  any,
  before,
  createConverter,
  DeclarationError,
  discriminated,
  integer,
  type KindLike,
  list,
  Model,
  nullable,
  string,
  tuple,
  union,
} from '../index.ts'

const FIELD_OPTIONS = 'default, alias, title, description, examples, deprecated, hidden, secret'

// The compiler looks at the names of a kind's options only where none of them is right.
const misspelt = { minLength: 1, maxLenght: 5 }
const foreign = { title: 'Age', minimum: 0 }

// A promise is any value's equal to the compiler.
const later = async (value: unknown) => value
class Checked extends Model({ age: integer() }, { check: [before(later)] }) {}
const ASYNC =
  'a validator is async, so that its promise would be the value; let it answer at once, and look things up in the handler'

const declared: readonly (readonly [KindLike, readonly string[]])[] = [
  [
    string(misspelt),
    [
      `maxLenght is no option of string; it takes minLength, maxLength, pattern, strip, strict, ${FIELD_OPTIONS}`,
    ],
  ],
  [nullable(integer(), foreign), [`minimum is no option of nullable; it takes ${FIELD_OPTIONS}`]],
  [
    list(string(misspelt), { minItems: -1 }),
    [
      `item: maxLenght is no option of string; it takes minLength, maxLength, pattern, strip, strict, ${FIELD_OPTIONS}`,
      'minItems is -1; give a whole number of at least 0',
    ],
  ],
  [any({}, before(later), before(later)), [ASYNC, ASYNC]],
  [Checked, [ASYNC]],
  [union([]), ['union() has no member; give at least one']],
  [discriminated('kind', []), ['discriminated() has no member; give at least one model']],
  [
    tuple([integer(), string()], { minItems: 1, maxItems: 2 }),
    [
      'minItems is for tuples of any length; this one has 2 items, so leave it out',
      'maxItems is for tuples of any length; this one has 2 items, so leave it out',
    ],
  ],
]

test('a declaration that cannot be meant is refused with what to write instead', () => {
  for (const [kind, mistakes] of declared)
    assert.throws(
      () => createConverter(kind),
      (error) => {
        assert.ok(error instanceof DeclarationError)
        assert.deepEqual(error.mistakes, mistakes)
        return true
      },
    )
})

test('what is no kind is refused where it is declared', () => {
  const message =
    'the function string is no kind and no model; give one, such as string() or a class that extends Model({…})'
  assert.throws(() => Model({ tags: list(Object(string)) }), { name: 'TypeError', message })
})

test('a model of another copy of the package is told as one', () => {
  const { safeParse, jsonSchema } = Model({})
  const Note = Object.assign(class Note {}, { safeParse, jsonSchema })
  const message = 'Note is a model of another copy of @postern/model; let `npm ls @postern/model` show one'
  assert.throws(() => Model({ note: Object(Note) }), { name: 'TypeError', message })
})
