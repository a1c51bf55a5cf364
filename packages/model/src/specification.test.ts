import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  after,
  any,
  before,
  createConverter,
  datetime,
  email,
  httpUrl,
  type Issue,
  integer,
  type KindLike,
  list,
  Model,
  nullable,
  number,
  reject,
  string,
  uuid,
  ValidationError,
} from './index.ts'

// The models as the tables of section 2 declare them.

class BasicPostCreate extends Model({ title: string(), content: string({ default: '' }) }) {}

class PostCreate extends Model({
  title: string(
    { minLength: 1, maxLength: 200 },
    after((title) => (title.trim() === '' ? reject('Title cannot be blank') : title.trim())),
    after((title) => (/\bspam\b/i.test(title) ? reject('Title contains inappropriate content') : title)),
  ),
  content: string(
    { default: '' },
    after((content) => {
      const trimmed = content.trim()
      return trimmed !== '' && [...trimmed].length < 10
        ? reject('Content must be at least 10 characters')
        : trimmed
    }),
  ),
}) {}

class PostResponse extends Model({
  id: integer(),
  title: string(),
  content: string(),
  created_at: datetime(),
  updated_at: datetime(),
}) {}

class PostFields extends Model({
  title: string({ minLength: 1, maxLength: 200, description: 'The title' }),
  content: string({ default: '', description: 'The text' }),
  tags: list(string(), { default: [], maxItems: 10 }),
  priority: integer({ ge: 1, le: 5 }),
}) {}

class UserCreate extends Model({
  username: string({ minLength: 3, maxLength: 50 }),
  email: email(),
  website: nullable(httpUrl(), { default: null }),
  birth_date: nullable(datetime(), { default: null }),
  age: integer({ ge: 0, le: 150 }),
}) {}

class UserResponse extends Model({
  id: integer(),
  username: string(),
  email: string(),
  created_at: datetime(),
}) {}

const post = {
  id: 1,
  title: 't',
  content: 'c',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
}
const user = { username: 'alice', email: 'alice@example.com', age: 30 }
const fields = { title: 't', priority: 3 }

type Row = readonly [name: string, model: KindLike, input: unknown, expected: unknown]

/** `expected` is the written value, or each issue as `[type, ...loc]`. */
const taken: readonly Row[] = [
  [
    '§2.1 a post needs only a title, and content defaults to the empty string',
    BasicPostCreate,
    { title: '' },
    { title: '', content: '' },
  ],
  [
    '§2.1 the stricter variant accepts a title of 1 character',
    PostFields,
    { ...fields, title: 'x' },
    { title: 'x', content: '', tags: [], priority: 3 },
  ],
  ['§2.2 a reply is converted to the declared types', PostResponse, { ...post, id: '1' }, post],
  ['§2.3 tags default to the empty list', PostFields, fields, { ...fields, content: '', tags: [] }],
  ['§2.4.3 the title is stored trimmed', PostCreate, { title: '  hello ' }, { title: 'hello', content: '' }],
  [
    '§2.4.4 blank content becomes empty content',
    PostCreate,
    { title: 'a', content: '   ' },
    { title: 'a', content: '' },
  ],
  [
    '§2.4.5 the content is stored trimmed',
    PostCreate,
    { title: 'a', content: ' 0123456789 ' },
    { title: 'a', content: '0123456789' },
  ],
  [
    '§2.5 website and birth date default to null',
    UserCreate,
    user,
    { ...user, website: null, birth_date: null },
  ],
  [
    '§2.5 a birth date is parsed from ISO 8601',
    UserCreate,
    { ...user, birth_date: '1990-02-03T04:05:06+02:00' },
    { ...user, website: null, birth_date: '1990-02-03T04:05:06+02:00' },
  ],
  [
    '§2.6 the stored password is in no reply',
    UserResponse,
    { id: 1, ...user, created_at: '2026-01-02T03:04:05Z', password: 'hunter2' },
    { id: 1, username: 'alice', email: 'alice@example.com', created_at: '2026-01-02T03:04:05Z' },
  ],
  ['§2.7 min_length and max_length are inclusive', string({ minLength: 2, maxLength: 2 }), '😀😀', '😀😀'],
  ['§2.7 ge and le are inclusive', integer({ ge: 1, le: 1 }), 1, 1],
  ['§2.7 pattern may match any part of the string', string({ pattern: '\\d{2}' }), 'a12b', 'a12b'],
  ['§2.7 min_items and max_items are inclusive', list(integer(), { minItems: 1, maxItems: 1 }), [1], [1]],
  ['§2.7 unique_items accepts items that differ', list(integer(), { uniqueItems: true }), [1, 2], [1, 2]],
  [
    '§2.7 unique_items treats lists in another order, and a string and its number, as different',
    list(any(), { uniqueItems: true }),
    [[1, 2], [2, 1], '[1,2]', 1, '1', null, {}, []],
    [[1, 2], [2, 1], '[1,2]', 1, '1', null, {}, []],
  ],
  [
    '§2.7 a UUID is accepted without hyphens and in upper case',
    uuid(),
    '123E4567E89B12D3A456426614174000',
    '123e4567-e89b-12d3-a456-426614174000',
  ],
  [
    '§8 title length: 200 code points are accepted',
    PostFields,
    { ...fields, title: '😀'.repeat(200) },
    { ...fields, title: '😀'.repeat(200), content: '', tags: [] },
  ],
  [
    '§8 tags count: 10 are accepted',
    PostFields,
    { ...fields, tags: Array(10).fill('t') },
    { ...fields, content: '', tags: Array(10).fill('t') },
  ],
  [
    '§8 trimmed content length: 10 characters are accepted',
    PostCreate,
    { title: 'a', content: '0123456789' },
    { title: 'a', content: '0123456789' },
  ],
  [
    '§8 website length: 2083 characters are accepted',
    httpUrl(),
    `http://a.de/${'x'.repeat(2071)}`,
    `http://a.de/${'x'.repeat(2071)}`,
  ],
]

const refused: readonly Row[] = [
  ['§2.1 a post without a title is refused', BasicPostCreate, {}, [['missing', 'title']]],
  [
    '§2.1 the stricter variant refuses an empty title',
    PostFields,
    { ...fields, title: '' },
    [['string_too_short', 'title']],
  ],
  [
    '§2.2 a record that lacks a field is refused',
    PostResponse,
    { ...post, updated_at: undefined },
    [['missing', 'updated_at']],
  ],
  [
    '§2.3 all issues are reported at once',
    PostFields,
    { title: '', tags: ['a', 1], priority: 6 },
    [
      ['string_too_short', 'title'],
      ['string_type', 'tags', 1],
      ['less_than_equal', 'priority'],
    ],
  ],
  ['§2.4.1 a blank title is refused', PostCreate, { title: '  ' }, [['value_error', 'title']]],
  ['§2.4.2 a prohibited word is refused', PostCreate, { title: 'buy Spam now' }, [['value_error', 'title']]],
  [
    '§2.4.4 short content is refused',
    PostCreate,
    { title: 'a', content: 'short' },
    [['value_error', 'content']],
  ],
  [
    '§2.5 an e-mail address without a domain is refused',
    UserCreate,
    { ...user, email: 'alice' },
    [['value_error', 'email']],
  ],
  [
    '§2.5 a website of another scheme is refused',
    UserCreate,
    { ...user, website: 'ftp://example.com' },
    [['url_scheme', 'website']],
  ],
  [
    '§2.6 a record without an id is refused',
    UserResponse,
    user,
    [
      ['missing', 'id'],
      ['missing', 'created_at'],
    ],
  ],
  ['§2.7 min_length', string({ minLength: 2 }), '😀', [['string_too_short']]],
  ['§2.7 max_length', string({ maxLength: 1 }), 'ab', [['string_too_long']]],
  ['§2.7 gt', number({ gt: 1 }), 1, [['greater_than']]],
  ['§2.7 ge', number({ ge: 1 }), 0.9, [['greater_than_equal']]],
  ['§2.7 lt', number({ lt: 1 }), 1, [['less_than']]],
  ['§2.7 le', number({ le: 1 }), 1.1, [['less_than_equal']]],
  ['§2.7 pattern', string({ pattern: '^[a-z]+$' }), 'a1', [['string_pattern_mismatch']]],
  ['§2.7 min_items', list(integer(), { minItems: 1 }), [], [['too_short']]],
  ['§2.7 max_items', list(integer(), { maxItems: 1 }), [1, 2], [['too_long']]],
  [
    '§2.7 unique_items compares what items were converted to',
    list(integer(), { uniqueItems: true }),
    [1, 2, '1'],
    [['list_unique']],
  ],
  [
    '§2.7 unique_items compares objects whatever the order of their keys',
    list(any(), { uniqueItems: true }),
    [{ a: [{ b: 1, c: 2 }] }, { a: [{ c: 2, b: 1 }] }],
    [['list_unique']],
  ],
  ['§2.7 a UUID of another form is refused', uuid(), '123', [['uuid_parsing']]],
  [
    '§8 title length: 201 characters',
    PostFields,
    { ...fields, title: 'x'.repeat(201) },
    [['string_too_long', 'title']],
  ],
  ['§8 tags count: 11', PostFields, { ...fields, tags: Array(11).fill('t') }, [['too_long', 'tags']]],
  ['§8 priority: 0', PostFields, { ...fields, priority: 0 }, [['greater_than_equal', 'priority']]],
  ['§8 priority: 6', PostFields, { ...fields, priority: 6 }, [['less_than_equal', 'priority']]],
  ['§8 username length: 2', UserCreate, { ...user, username: 'al' }, [['string_too_short', 'username']]],
  [
    '§8 username length: 51',
    UserCreate,
    { ...user, username: 'a'.repeat(51) },
    [['string_too_long', 'username']],
  ],
  ['§8 age: -1', UserCreate, { ...user, age: -1 }, [['greater_than_equal', 'age']]],
  ['§8 age: 151', UserCreate, { ...user, age: 151 }, [['less_than_equal', 'age']]],
  ['§8 website length: 2084', httpUrl(), `http://a.de/${'x'.repeat(2072)}`, [['url_too_long']]],
  [
    '§8 trimmed content length: 9',
    PostCreate,
    { title: 'a', content: ' 012345678 ' },
    [['value_error', 'content']],
  ],
]

for (const [name, model, input, expected] of taken)
  test(name, () => {
    for (const generate of [true, false]) {
      const { convert, kind } = createConverter(model, { generate })
      const result = convert(input)
      assert.ok(result.ok, JSON.stringify(result))
      assert.deepEqual(JSON.parse(JSON.stringify(kind.serialize(result.value))), expected)
    }
  })

for (const [name, model, input, expected] of refused)
  test(name, () => {
    for (const generate of [true, false]) {
      const result = createConverter(model, { generate }).convert(input)
      assert.deepEqual(!result.ok && result.issues.map(({ type, loc }) => [type, ...loc]), expected)
    }
  })

test('§1.1 input becomes a typed object before a handler sees it', () => {
  const result = PostResponse.safeParse({ ...post, id: '7' })
  assert.ok(result.ok && result.value instanceof PostResponse)
  assert.equal(result.value.id, 7)
  assert.equal(result.value.created_at.year, 2026)
})

test('§1.2 a reply is written through its model, and the keys that it drops are available', () => {
  const { write, dropped } = createConverter(UserResponse)
  const row = {
    id: 1,
    username: 'alice',
    email: 'a@b.de',
    created_at: '2026-01-02T03:04:05Z',
    password: 'hunter2',
  }
  assert.deepEqual(write(row), {
    ok: true,
    value: '{"id":1,"username":"alice","email":"a@b.de","created_at":"2026-01-02T03:04:05Z"}',
  })
  assert.deepEqual(dropped(row), ['password'])
})

test('§2 validation happens at the moment an instance is built', () => {
  assert.equal(new PostCreate({ title: ' hello ' }).title, 'hello')
  assert.throws(
    () => new PostCreate({ title: '' }),
    (error) => {
      assert.ok(error instanceof ValidationError)
      assert.equal(error.model, 'PostCreate')
      assert.match(error.message, /title: String should have at least 1 character \[string_too_short\]/)
      return error.issues.length === 1
    },
  )
})

test('§2.4 the validators have the messages of the specification', () => {
  const messages = (input: object): string[] => {
    const result = PostCreate.safeParse(input)
    return result.ok ? [] : result.issues.map(({ msg }) => msg)
  }
  assert.deepEqual(messages({ title: ' ' }), ['Value error, Title cannot be blank'])
  assert.deepEqual(messages({ title: 'spam', content: 'x' }), [
    'Value error, Title contains inappropriate content',
    'Value error, Content must be at least 10 characters',
  ])
})

test('§7 an issue has type, loc, msg and input; a validator rejection has its message', () => {
  const refusedTitle: Issue = {
    type: 'value_error',
    loc: ['body', 'title'],
    msg: 'Value error, Title cannot be blank',
    input: ' ',
    ctx: { error: {} },
  }
  assert.deepEqual(createConverter(PostCreate).convert({ title: ' ' }, ['body']), {
    ok: false,
    issues: [refusedTitle],
  })
  assert.deepEqual(createConverter(PostCreate).convert({ content: '' }, ['body']), {
    ok: false,
    issues: [{ type: 'missing', loc: ['body', 'title'], msg: 'Field required', input: { content: '' } }],
  })
})

test('§2.7 description is documentation only', () => {
  assert.deepEqual(PostFields.jsonSchema().properties, {
    title: { type: 'string', minLength: 1, maxLength: 200, title: 'Title', description: 'The title' },
    content: { type: 'string', title: 'Content', description: 'The text', default: '' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 10, title: 'Tags', default: [] },
    priority: { type: 'integer', minimum: 1, maximum: 5, title: 'Priority' },
  })
})

test('validators run before or after the conversion, and an error that one throws is thrown on', () => {
  const doubled = integer(
    {},
    before((input) => (input === '9' ? reject('No nine') : `${input}0`)),
    after((value) => value + 1),
  )
  for (const generate of [true, false]) {
    const { convert } = createConverter(doubled, { generate })
    assert.deepEqual(convert('1'), { ok: true, value: 11 })
    const refused = convert('9')
    assert.deepEqual(!refused.ok && refused.issues.map(({ msg, input }) => [msg, input]), [
      ['Value error, No nine', '9'],
    ])
  }
  const own = createConverter(
    integer(
      {},
      after((value) => (value > 1 ? reject('Too big', 'too_big', { limit: 1 }) : value)),
    ),
  )
  assert.deepEqual(own.convert(2), {
    ok: false,
    issues: [{ type: 'too_big', loc: [], msg: 'Too big', input: 2, ctx: { limit: 1 } }],
  })
  const broken = createConverter(
    integer(
      {},
      after(() => JSON.parse('{')),
    ),
  )
  assert.throws(() => broken.convert(1), SyntaxError)
})
