import { type Api, contract, implement, json, multipart, routes } from '@postern/contract'
import { any, boolean, datetime, integer, list, Model, nullable, number, string, uuid } from '@postern/model'
import { postModels, UserCreate, UserResponse } from './models.ts'

const PostCreate = postModels.strict
const { get, post } = routes()
const strings = list(string(), { default: [] })
const count = integer({ default: 0 })
const flag = boolean({ default: false })
const text = nullable(string(), { default: null })

class Query extends Model({
  q: integer(),
  flag: boolean(),
  tags: list(string()),
  ids: nullable(list(integer())),
  ratio: nullable(number()),
  name: string(),
}) {}
class Headers extends Model({
  x_token: string(),
  x_count: integer(),
  x_tags: nullable(list(string())),
  under_score: nullable(string()),
  user_agent: nullable(string()),
}) {}
class Cookies extends Model({ session: string(), visits: integer(), dark: nullable(boolean()) }) {}
class All extends Model({
  item_id: integer(),
  q: integer(),
  flag: boolean(),
  tags: list(string()),
  x_count: integer(),
  visits: integer(),
  post: PostCreate,
}) {}
class Embedded extends Model({ post: PostCreate, user: UserCreate, n: integer() }) {}
class One extends Model({ post: PostCreate }) {}
class Maybe extends Model({ post: nullable(PostCreate) }) {}
class Scalar extends Model({ n: integer() }) {}
class Anything extends Model({ value: any() }) {}
class Form extends Model({
  title: string(),
  content: string(),
  n: nullable(integer()),
  tags: list(string()),
}) {}

const bodies = {
  createUser: post('/users/', { body: json(UserCreate), response: UserResponse }),
  echoUser: post('/users/echo', { body: json(UserCreate), response: UserCreate }),
  formUser: post('/users/form', { body: multipart(UserCreate), response: UserCreate }),
  embed: post('/embed', {
    body: json({ post: PostCreate, user: UserCreate, n: integer({ ge: 1 }) }),
    response: Embedded,
  }),
  embedOne: post('/embed1', { body: json({ post: PostCreate }), response: One }),
  list: post('/list', { body: json(list(PostCreate)), response: list(PostCreate) }),
  optional: post('/optional', { body: json(nullable(PostCreate, { default: null })), response: Maybe }),
  scalar: post('/scalar', { body: json(integer()), response: Scalar }),
  anything: post('/anything', { body: json(any()), response: Anything }),
  form: post('/form', {
    body: multipart({
      title: string({ minLength: 1 }),
      content: string({ default: '' }),
      n: nullable(integer(), { default: null }),
      tags: strings,
    }),
    response: Form,
  }),
}

const parameters = {
  query: get('/query', {
    query: {
      q: integer(),
      flag,
      tags: strings,
      ids: nullable(list(integer(), { maxItems: 3 }), { default: null }),
      ratio: nullable(number({ ge: 0, le: 1 }), { default: null }),
      name: string({ minLength: 2, maxLength: 5, default: 'dflt', alias: 'user-name' }),
    },
    response: Query,
  }),
  headers: get('/headers', {
    headers: {
      x_token: string({ minLength: 2 }),
      x_count: count,
      x_tags: nullable(list(string()), { default: null }),
      under_score: nullable(string(), { default: null, alias: 'under_score' }),
      user_agent: text,
    },
    response: Headers,
  }),
  cookies: get('/cookies', {
    cookies: {
      session: string(),
      visits: integer({ ge: 0, default: 0 }),
      dark: nullable(boolean(), { default: null }),
    },
    response: Cookies,
  }),
  all: post('/all/{item_id}', {
    params: { item_id: integer({ ge: 1 }) },
    query: { q: integer(), flag, tags: strings },
    headers: { x_count: integer() },
    cookies: { visits: integer() },
    body: json(PostCreate),
    response: All,
  }),
}

const pathKinds = {
  int: integer(),
  float: number(),
  bool: boolean(),
  str: string({ maxLength: 5 }),
  uuid: uuid(),
  datetime: datetime(),
}

const paths = Object.fromEntries(
  Object.entries(pathKinds).map(([name, kind]) => {
    const Value = class extends Model({ value: kind }) {}
    Object.defineProperty(Value, 'name', { value: `${name}Value` })
    return [name, get(`/path/${name}/{value}`, { params: { value: kind }, response: Value })]
  }),
)

/** Creates the application of the recorded variant `probe`, which binds from every source. */
export function probeApplication(): Api {
  const time = '2026-01-02T03:04:05Z'
  const readers = Object.fromEntries(
    Object.keys(paths).map((name) => [name, ({ params }: { params: unknown }) => params]),
  )
  return implement(
    contract({ title: 'Probe', version: '1.0.0', routes: { ...bodies, ...parameters, ...paths } }),
    {
      createUser: ({ body }) => ({ ...body, id: 1, created_at: time }),
      echoUser: ({ body }) => body,
      formUser: ({ body }) => body,
      embed: ({ body }) => body,
      embedOne: ({ body }) => body,
      list: ({ body }) => body,
      optional: ({ body }) => ({ post: body }),
      scalar: ({ body }) => ({ n: body }),
      anything: ({ body }) => ({ value: body }),
      form: ({ body }) => body,
      query: ({ query }) => query,
      headers: ({ headers }) => headers,
      cookies: ({ cookies }) => cookies,
      all: ({ params, query, headers, cookies, body }) => ({
        ...params,
        ...query,
        ...headers,
        ...cookies,
        post: body,
      }),
      ...readers,
    },
  )
}
