import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaProblems } from './schema-problems.ts'

const document = {
  components: {
    schemas: { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } },
  },
}
const cases: readonly [
  schema: Readonly<Record<string, unknown>>,
  value: unknown,
  problems: readonly string[],
][] = [
  [{ type: 'integer' }, 1, []],
  [{ type: 'integer' }, 1.5, ['/: not of type integer']],
  [{ type: ['string', 'null'] }, null, []],
  [{ type: 'string' }, null, ['/: not of type string']],
  [{ type: 'null' }, null, []],
  [{ type: 'object' }, [], ['/: not of type object']],
  [{ type: 'array' }, [], []],
  [{ type: 'object', required: ['a'], properties: { a: {} } }, {}, ['/a: missing']],
  [{ properties: { a: { type: 'string', minLength: 2 } } }, { a: '🔑' }, ['/a: too short']],
  [{ required: ['a'], properties: { a: {} } }, null, []],
  [{ required: ['a'], properties: { a: {} } }, [], []],
  [{ required: ['a'], properties: { a: {} } }, 'a', []],
  [{ minLength: 1 }, 5, []],
  [{ minLength: 1 }, 'a', []],
  [{ maxLength: 1 }, '🔑', []],
  [{ maxLength: 1 }, 'ab', ['/: too long']],
  [{ maxLength: 0 }, 5, []],
  [{ minimum: 3 }, 3, []],
  [{ minimum: 3 }, 2, ['/: too small']],
  [{ minimum: 3 }, '2', []],
  [{ items: { maximum: 3 } }, [3, 4], ['/1: too large']],
  [{ maxItems: 1, minItems: 1 }, [], ['/: too few']],
  [{ maxItems: 1, minItems: 1 }, [1], []],
  [{ maxItems: 1 }, [1, 2], ['/: too many']],
  [{ maxItems: 1, minItems: 5 }, 'ab', []],
  [{ enum: ['a', 'b'] }, 'c', ['/: none of ["a","b"]']],
  [{ const: 'a' }, 'b', ['/: not "a"']],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, ['/: fits none of anyOf']],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, null, []],
  [{ $ref: '#/components/schemas/Node' }, { next: { next: 1 } }, ['/next/next: not of type object']],
  [{ title: 'T', description: 'D', default: 1, format: 'date-time' }, 'x', []],
  [{ examples: [1], writeOnly: true, readOnly: true, deprecated: true, discriminator: {} }, 'x', []],
  [{ multipleOf: 2 }, 2, ['/: the keyword multipleOf is not understood']],
]

for (const [schema, value, problems] of cases) {
  test(`${JSON.stringify(value)} under ${JSON.stringify(schema)}: ${problems.join() || 'fits'}`, () => {
    assert.deepEqual(schemaProblems(schema, value, { document }), problems)
  })
}
