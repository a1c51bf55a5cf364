import assert from 'node:assert/strict'
import { test } from 'node:test'
import { camelCase, datetime, integer, list, Model, nullable, string } from './index.ts'

// table: names, and what pydantic's to_camel makes of them.
const names: readonly (readonly [string, string])[] = [
  ['id', 'id'],
  ['created_at', 'createdAt'],
  ['a_b_c', 'aBC'],
  ['displayName', 'displayName'],
  ['line_2', 'line2'],
  ['line2b', 'line2B'],
  ['md5sum', 'md5Sum'],
  ['sha256', 'sha256'],
  ['ipv4_address', 'ipv4Address'],
  ['e2e_key', 'e2EKey'],
  ['is_2fa', 'is2Fa'],
  ['x1_y2z', 'x1Y2Z'],
  ['class_', 'class_'],
  ['author__name', 'author__Name'],
  ['line_2__3b', 'line2__3B'],
]

test('fields get the camelCase names on the wire that pydantic gives them', () => {
  const fields = Object.fromEntries(names.map(([name]) => [name, integer({ default: 0 })]))
  const properties = Model(camelCase(fields), { name: 'Names' }).jsonSchema().properties
  assert.deepEqual(
    Object.keys(properties ?? {}),
    names.map(([, alias]) => alias),
  )
})

class Author extends Model(camelCase({ full_name: string({ minLength: 2 }) })) {}
class Post extends Model(
  camelCase({
    post_id: integer({ alias: 'id' }),
    created_at: datetime(),
    written_by: Author,
    co_authors: list(Author, { default: [] }),
    last_note: nullable(string({ secret: true }), { default: null }),
  }),
) {}

test('fields are read under their camelCase names, and under their alias where they have one', () => {
  const input = { id: 7, createdAt: '2026-01-02T03:04:05Z', writtenBy: { fullName: 'Ann' } }
  const post = Post.parse(input)
  assert.deepEqual([post.post_id, post.written_by.full_name, post.co_authors], [7, 'Ann', []])
  assert.ok(post.written_by instanceof Author)
  assert.deepEqual(JSON.parse(JSON.stringify(Post.jsonSchema().required)), ['id', 'createdAt', 'writtenBy'])
})

test('issues locate fields by their camelCase names', () => {
  const result = Post.safeParse({
    id: 1,
    created_at: '2026-01-02',
    writtenBy: { fullName: 'A' },
    lastNote: 5,
  })
  assert.ok(!result.ok)
  assert.deepEqual(
    result.issues.map(({ loc, input }) => [loc.join('.'), input]),
    [
      ['createdAt', { id: 1, created_at: '2026-01-02', writtenBy: { fullName: 'A' }, lastNote: '***' }],
      ['writtenBy.fullName', 'A'],
      ['lastNote', '***'],
    ],
  )
})

test('a field that is not a kind is reported by the model, with every other mistake', () => {
  const fields = Object({ first_name: String, last_name: string({ minLength: -1 }) })
  assert.throws(() => Model(camelCase(fields)), {
    mistakes: [
      'first_name: the function String is neither a kind nor a model; write one, such as string() or a class that extends Model({…})',
      'last_name: minLength is -1; write a whole number of at least 0',
    ],
  })
})

test('an alias of undefined counts as no alias', () => {
  const options = Object({ alias: undefined })
  assert.deepEqual(Model(camelCase({ first_name: string(options) })).jsonSchema().required, ['firstName'])
})

test('a wrong value in place of options is reported by the model', () => {
  for (const [given, shown] of [
    [5, '5'],
    ['x', '"x"'],
    [[], 'a list'],
  ]) {
    const fields = camelCase({ first_name: string(given as never) })
    assert.throws(() => Model(fields), {
      mistakes: [
        `first_name: ${shown} stands in place of the options; write { … }, and validators after it: after(…)`,
      ],
    })
  }
})

test('camelCase refuses a value that is not fields', () => {
  for (const given of [null, undefined, 5, Author, string()])
    assert.throws(() => camelCase(given as never), {
      name: 'TypeError',
      message:
        'camelCase() takes fields: camelCase({ created_at: datetime() }), or those of a model: camelCase(A.fields)',
    })
})
