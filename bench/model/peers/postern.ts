import {
  type ConverterOptions,
  createConverter,
  datetime,
  integer,
  list,
  Model,
  type Result,
  string,
} from '@postern/model'
import { type Outcome, refused, type SerializationPeer, type ValidationPeer } from '../peer.ts'

class Post extends Model({
  title: string({ minLength: 1, maxLength: 200 }),
  content: string({ default: '' }),
  priority: integer({ ge: 1, le: 5, default: 3 }),
}) {}

class Author extends Model({ id: integer({ ge: 1 }), name: string({ minLength: 1, maxLength: 50 }) }) {}

class Place extends Model({
  city: string({ minLength: 1, maxLength: 100 }),
  country: string({ default: 'NO' }),
}) {}

class Article extends Model({
  title: string({ minLength: 1, maxLength: 200 }),
  author: Author,
  place: Place,
  tags: list(string({ minLength: 1, maxLength: 30 }), { default: [], maxItems: 10 }),
}) {}

class Notice extends Model({
  title: string({ minLength: 1, maxLength: 200 }),
  priority: integer({ ge: 1, le: 5 }),
  published_at: datetime(),
}) {}

class PostResponse extends Model({
  id: integer(),
  title: string(),
  content: string(),
  created_at: datetime(),
  updated_at: datetime(),
}) {}

/** Postern's converter for strings known to be well-formed: it then does what the peers do, and no more. */
export const postern: ValidationPeer<Result<unknown>> = {
  name: 'postern',
  validate: convertersOf({ wellFormed: true }),
  outcome: outcomeOf,
}

/** Postern's converter with default options. */
export const posternAnyText: ValidationPeer<Result<unknown>> = {
  name: 'postern, any text',
  remark: 'looks for lone surrogates in every text, which no peer does',
  validate: convertersOf({}),
  outcome: outcomeOf,
}

/** Postern through the class, as in code without a contract. */
export const posternClass: ValidationPeer<Result<unknown>> = {
  name: 'postern .safeParse',
  remark: 'looks for lone surrogates in every text, which no peer does',
  validate: {
    flat: (input) => Post.safeParse(input),
    nested: (input) => Article.safeParse(input),
    lax: (input) => Notice.safeParse(input),
  },
  outcome: outcomeOf,
}

const writeOne = createConverter(PostResponse).write
const writeList = createConverter(list(PostResponse)).write

/** Postern's reply through a response model. */
export const posternWriter: SerializationPeer = {
  name: 'postern',
  one: (record) => textOf(writeOne(record)),
  list: (records) => textOf(writeList(records)),
}

function convertersOf(options: ConverterOptions): ValidationPeer<Result<unknown>>['validate'] {
  return {
    flat: createConverter(Post, options).convert,
    nested: createConverter(Article, options).convert,
    list: createConverter(list(Post), options).convert,
    lax: createConverter(Notice, options).convert,
  }
}

function outcomeOf(result: Result<unknown>): Outcome {
  return result.ok ? result : refused(result.issues, ({ msg }) => msg)
}

function textOf(result: Result<string>): string {
  if (!result.ok) throw new Error(result.issues[0]?.msg)
  return result.value
}
