import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  after,
  createConverter,
  discriminated,
  email,
  type KindLike,
  list,
  literal,
  Model,
  nested,
  reject,
  string,
  union,
  uuid,
} from '../index.ts'

test('issues of one union member do not reveal a secret of another', () => {
  const secret = string({ secret: true, minLength: 40 })
  const resultOf = (input: string) =>
    JSON.stringify(createConverter(union([secret, uuid(), email()])).convert(input))
  const result = resultOf('hunter2')
  assert.match(result, /uuid/)
  assert.doesNotMatch(result, /hunter2|`h`/)
  assert.doesNotMatch(resultOf('hunter(2@example.com'), /`\(`|\(2|'\('/)
})

test('issues of a union member with secrets of its own do not reveal a secret of another', () => {
  class Key extends Model({ kind: literal(['key']), value: string({ secret: true }) }) {}
  class Pair extends Model({ kind: literal(['pair']), value: string({ secret: true }) }) {}
  const { convert } = createConverter(
    union([string({ secret: true }), Key, discriminated('kind', [Key, Pair])]),
  )
  const refused = convert({ kind: 'hunter2' })
  assert.deepEqual(!refused.ok && refused.issues.map(({ type }) => type), [
    'string_type',
    'literal_error',
    'missing',
    'union_tag_invalid',
  ])
  assert.doesNotMatch(JSON.stringify(refused), /hunter2/)
})

test('a message keeps its wording if the value in it is hidden', () => {
  class Key extends Model({ kind: literal(['key']) }) {}
  class Pair extends Model({ kind: literal(['pair']) }) {}
  const secret = string({ secret: true, minLength: 40 })
  const { convert } = createConverter(union([secret, uuid(), email(), discriminated('kind', [Key, Pair])]))
  const messagesOf = (input: unknown) => {
    const refused = convert(input)
    return refused.ok ? [] : refused.issues.map(({ msg, ctx }) => [msg, ctx])
  }
  assert.deepEqual(messagesOf('pin').slice(0, 3), [
    ['String should have at least 40 characters', { min_length: 40 }],
    ['Input should be a valid UUID, ***', { error: '***' }],
    ['value is not a valid email address: ***', { reason: '***' }],
  ])
  const tag = { tag: '***', discriminator: "'kind'", expected_tags: "'key', 'pair'" }
  const msg = "Input tag '***' found using 'kind' does not match any of the expected tags: 'key', 'pair'"
  const messages = messagesOf({ kind: 'tag' })
  assert.deepEqual(messages[0], ['Input should be a valid string', undefined])
  assert.deepEqual(messages.at(-1), [msg, tag])
})

test('a model with secrets hides the values of its extra keys', () => {
  class Login extends Model({ pin: string({ secret: true }) }, { extra: 'allow' }) {}
  for (const extra of [2 ** 60, { deep: [2 ** 60] }]) {
    const refused = Login.safeParse({ pin: 'x', pni: extra })
    assert.deepEqual(!refused.ok && refused.issues.map(({ type, input }) => [type, input]), [
      ['number_unsafe', '***'],
    ])
  }
})

test('the masked input of a recursive model is built once, not for each level above', () => {
  let looks = 0
  class Vault extends Model({
    need: string(),
    pin: string({ secret: true, default: '' }),
    inner: list(
      nested<unknown>((): unknown => Vault),
      { default: [] },
    ),
  }) {}
  let vault: unknown = {
    get pin() {
      looks++
      return 'hunter2'
    },
  }
  for (let level = 0; level < 200; level++) vault = { inner: [vault] }
  const refused = Vault.safeParse(vault)
  assert.equal(refused.ok || refused.issues.length, 201)
  assert.ok(looks < 10, `looked at ${looks} times`)
  assert.doesNotMatch(JSON.stringify(refused.ok || refused.issues.at(-1)), /hunter2/)
})

test('a validator may name its issue type like an inherited property of objects', () => {
  const pin = string(
    { secret: true },
    after((_: string) => reject('Not this one', 'constructor')),
  )
  const refused = createConverter(pin).convert('hunter2')
  assert.deepEqual(!refused.ok && refused.issues, [
    { type: 'constructor', loc: [], msg: 'Not this one', input: '***' },
  ])
})

test('mutually recursive models are searched for secrets once each', () => {
  const families = [string(), string({ secret: true })].map((pin) => {
    const models: KindLike[] = []
    for (let index = 0; index < 9; index++) {
      const parts = Array.from({ length: 9 }, (_, at) => nested<unknown>((): unknown => models[at]))
      models.push(class extends Model({ parts: list(union(parts)), of: index === 8 ? pin : string() }) {})
    }
    return models
  })
  const shown = families.map((models) =>
    models.map((model) => {
      const refused = createConverter(model).convert('hunter2')
      return refused.ok ? undefined : refused.issues[0]?.input
    }),
  )
  assert.deepEqual(shown, [Array(9).fill('hunter2'), Array(9).fill('***')])
})
