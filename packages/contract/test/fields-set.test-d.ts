import { list, Model, string, union } from '@postern/model'
import { contract, form, implement, json, jsonOrForm, multipart, routes } from '../src/index.ts'

class Author extends Model({ name: string(), fullName: string({ alias: 'full-name' }) }) {}
class Post extends Model({
  title: string({ default: '' }),
  by: list(Author),
  createdAt: string({ alias: 'created_at' }),
}) {}

const { patch } = routes()
const declared = contract({
  title: 'Posts',
  version: '1',
  routes: {
    json: patch('/json', { body: json(Post, { fieldsSet: true, limit: 10 }) }),
    form: patch('/form', { body: form(Post, { fieldsSet: true }) }),
    multipart: patch('/multipart', { body: multipart(Post, { fieldsSet: true }) }),
    either: patch('/either', { body: jsonOrForm(Post, { fieldsSet: true }) }),
    plain: patch('/plain', { body: json(Post, { limit: 10 }) }),
    off: patch('/off', { body: json(Post, { fieldsSet: false }) }),
    members: patch('/members', { body: json({ post: Post, fields: Author }, { fieldsSet: true }) }),
    several: patch('/several', { body: json(list(union([Post, Author])), { fieldsSet: true }) }),
  },
})

implement(declared, {
  json({ body, fieldsSet }) {
    const names: ReadonlySet<'title' | 'by' | 'createdAt'> = fieldsSet
    const [first]: readonly ('title' | 'by' | 'createdAt')[] = [...fieldsSet]
    const value = first === undefined ? '' : body[first]
    for (const author of body.by) {
      const sent: ReadonlySet<'name' | 'fullName'> = fieldsSet.of(author)
      // @ts-expect-error not a field of the author
      sent.has('title')
    }
    const sent: { title?: string; createdAt?: string } = fieldsSet.pick(body)
    // @ts-expect-error it may not have been sent
    const title: string = sent.title
    // @ts-expect-error not a field of the body
    fieldsSet.pick(body).name
    // @ts-expect-error an alias is not a name
    fieldsSet.has('created_at')
    return names.size === value.length + title.length ? null : undefined
  },
  form: ({ fieldsSet }) => (fieldsSet.has('title') ? null : undefined),
  multipart: ({ fieldsSet }) => (fieldsSet.has('title') ? null : undefined),
  either: ({ fieldsSet }) => (fieldsSet.has('title') ? null : undefined),
  // @ts-expect-error fieldsSet is not declared
  plain: ({ fieldsSet }) => fieldsSet,
  // @ts-expect-error fieldsSet is declared as false
  off: ({ fieldsSet }) => fieldsSet,
  members({ body, fieldsSet }) {
    const sent: ReadonlySet<'title' | 'by' | 'createdAt'> = fieldsSet.of(body.post)
    // @ts-expect-error members are not fields of a model
    fieldsSet.has('name')
    return sent.has('title') ? null : undefined
  },
  several({ body, fieldsSet }) {
    for (const one of body) if ('title' in one && fieldsSet.of(one).has('title')) return
    // @ts-expect-error a list has no fields of its own
    fieldsSet.has('title')
  },
})
