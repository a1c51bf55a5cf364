import { type } from 'arktype'
import { refused, type ValidationPeer } from '../peer.ts'

const post = type({
  '+': 'delete',
  title: '1 <= string <= 200',
  content: "string = ''",
  priority: '1 <= number.integer <= 5 = 3',
})

const article = type({
  '+': 'delete',
  title: '1 <= string <= 200',
  author: { '+': 'delete', id: 'number.integer >= 1', name: '1 <= string <= 50' },
  place: { '+': 'delete', city: '1 <= string <= 100', country: "string = 'NO'" },
  tags: type('(1 <= string <= 30)[] <= 10').default(() => []),
})

const notice = type({
  '+': 'delete',
  title: '1 <= string <= 200',
  priority: type('string.integer.parse | number.integer').to('1 <= number <= 5'),
  published_at: 'string.date.iso.parse',
})

const posts = post.array()

/** ArkType, configured to delete unknown keys. */
export const arktype: ValidationPeer = {
  name: 'arktype',
  validate: {
    flat: (input) => post(input),
    nested: (input) => article(input),
    list: (input) => posts(input),
    lax: (input) => notice(input),
  },
  outcome: (result) =>
    result instanceof type.errors
      ? refused([...result], ({ message }) => message)
      : { ok: true, value: result },
}
