import {
  any,
  type DateTime,
  datetime,
  type ForeignSchema,
  foreign,
  type Issue,
  integer,
  list,
  literal,
  Model,
  nested,
  nullable,
  record,
  string,
  tuple,
  union,
} from '@postern/model'
import { createClient, type Problem, type ReceivedEvent } from './client.ts'
import {
  contract,
  form,
  json,
  jsonLines,
  jsonOrForm,
  raw,
  routes,
  serverSentEvents,
  tokenFrom,
} from './index.ts'

/** Both types are the same, `readonly` and `?` included. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : { differs: [A, B] }
type Flat<T> = { [K in keyof T]: T[K] }
type InputTo<Call extends (...input: never) => unknown> = Flat<NonNullable<Parameters<Call>[0]>>
type AnswerOf<Call extends (...input: never) => unknown> = Awaited<ReturnType<Call>>
type BodyAt<Call extends (...input: never) => unknown, Status> =
  Extract<AnswerOf<Call>, { readonly status: Status }> extends { readonly body: infer Body } ? Body : never

type ItemOf<Items> = Items extends AsyncIterable<infer Item> ? Item : never
type Events<Body extends { events(): unknown }> = ReturnType<Body['events']>

function check<_ extends true>(): void {}

class PostCreate extends Model({ title: string(), content: string({ default: '' }) }) {}
class PostResponse extends Model({
  id: integer(),
  created_at: datetime(),
  place: tuple([string(), integer()]),
  by: list(PostCreate),
}) {
  describe(): string {
    return this.place[0]
  }
}
class Taken extends Model({ taken: string() }) {}
class Renamed extends Model({
  id: integer(),
  createdAt: datetime({ alias: 'created_at' }),
  byName: nullable(string(), { alias: 'by-name', default: null }),
}) {}
class Sparse extends Model({
  id: integer(),
  renamed: nullable(Renamed),
  all: list(nullable(Renamed)),
  counts: record(nullable(integer())),
  more: any({ alias: 'more-of-it' }),
}) {}
class Cat extends Model({ kind: literal(['cat']), lives: integer({ default: 9 }) }) {}
class Dog extends Model({ kind: literal(['dog']), lives: integer() }) {
  bark(): void {}
}
class Tree extends Model({
  name: string(),
  children: list(
    nested<Tree>((): unknown => Tree),
    { default: [] },
  ),
}) {}
class Defaulted extends Model({
  id: integer(),
  state: nullable(string(), { alias: 'in-state', default: null }),
  pets: list(union([Cat, Dog])),
  byName: record(Cat, { default: {} }),
  pair: tuple([Cat, nullable(Dog)]),
  trees: list(Tree, { default: [] }),
  any: any(),
}) {}
class Shelf extends Model({ first: nested(() => Renamed, { alias: '1st' }), all: list(Renamed) }) {}

interface Parcel {
  readonly size: bigint
  readonly seal: Uint8Array
  readonly stops: ReadonlyMap<string, Date>
  readonly codes: ReadonlySet<bigint>
}
declare const ownSchema: ForeignSchema<Parcel, Parcel>
class Sent extends Model({ parcel: foreign('Parcel', ownSchema), at: nullable(datetime()) }) {}
class Search extends Model({ text: string({ default: '' }) }) {}

const lost = { 404: Renamed }
const { get, post, put, delete: remove } = routes()
const posts = contract({
  title: 'Posts',
  version: '1',
  routes: {
    create: post('/posts/', {
      body: json(PostCreate),
      response: PostResponse,
      status: 201,
      responses: { 202: Taken, 303: 'Elsewhere' },
      errors: { 404: 'No', 409: Taken },
    }),
    update: put('/posts/{post_id}', {
      params: { post_id: integer() },
      query: { deep: nullable(string(), { default: null }) },
      headers: { x_trace: string() },
      body: json({ post: PostCreate, n: integer({ default: 1 }) }),
      security: tokenFrom({}),
    }),
    submit: post('/form', { body: form(PostCreate), response: PostCreate }),
    measure: post('/raw', { body: raw(), response: integer() }),
    search: post('/search', { body: json(Search) }),
    searchEither: post('/search-either', { body: jsonOrForm(Search) }),
    searchForm: post('/search-form', { body: form(Search) }),
    searchMembers: post('/search-members', { body: json({ text: string({ default: '' }) }) }),
    searchDefault: post('/search-default', { body: json(nullable(Search, { default: null })) }),
    store: post('/store', { body: json(any()) }),
    storeDefault: post('/store-default', { body: json(any({ default: 1 })) }),
    remove: remove('/posts/{post_id}', { params: { post_id: integer() }, status: 204 }),
    list: get('/posts/', { query: { limit: integer({ default: 10 }) }, response: list(string()) }),
    ping: get('/ping', {}),
    shared: get('/shared', { errors: { ...lost, 410: 'Gone' } }),
    table: get('/table', { mediaType: 'text/csv' }),
    either: get('/either', { response: Taken, mediaType: 'text/csv' }),
    pictured: get('/pictured', { response: Taken, mediaType: 'image/png' }),
    picture: get('/picture', { mediaType: 'image/png' }),
    sparse: get('/sparse', {
      response: Sparse,
      responses: { 202: Renamed },
      errors: { 404: Renamed },
      excludeNone: true,
    }),
    unset: get('/unset', { response: Defaulted, excludeUnset: true }),
    defaults: get('/defaults', { response: Cat, excludeDefaults: true, excludeNone: true }),
    renamed: get('/renamed', { response: nullable(Shelf), errors: { 404: Renamed } }),
    sent: get('/sent', { response: Sent, responses: { 202: nullable(foreign('Parcel', ownSchema)) } }),
    sentSparse: get('/sent-sparse', { response: Sent, excludeNone: true }),
    tail: get('/tail', { response: jsonLines(PostResponse) }),
    watch: get('/watch', { response: serverSentEvents(PostResponse) }),
  },
})

const client = createClient(posts, { baseUrl: 'http://x' })
const validating = createClient(posts, { baseUrl: 'http://x', validate: true })
const problems = createClient(posts, { baseUrl: 'http://x', errors: 'problem' })

// The input of calls.
check<
  Same<
    InputTo<typeof client.create>,
    {
      readonly body: { readonly title: string; readonly content?: string }
      readonly signal?: AbortSignal
    }
  >
>()
check<Same<InputTo<typeof client.measure>['body'], Uint8Array<ArrayBuffer> | Blob | string>>()
check<Same<keyof InputTo<typeof client.update>, 'params' | 'query' | 'headers' | 'body' | 'signal'>>()
check<Same<Flat<InputTo<typeof client.remove>['params']>, { readonly post_id: number }>>()
void client.list()
void client.ping({ signal: AbortSignal.timeout(1) })
void client.submit({ body: { title: 'x' } })
void client.searchForm()
void client.searchMembers()
void client.searchDefault()
void client.storeDefault()

// @ts-expect-error a required part is missing
void client.create()
// @ts-expect-error a whole JSON body is required, even if each of its fields may be left out
void client.search()
// @ts-expect-error a body that may be JSON is required as well
void client.searchEither({})
// @ts-expect-error a body of any value is required as well
void client.store()
// @ts-expect-error a required member is missing
void client.create({ body: { content: 'x' } })
// @ts-expect-error a member is misspelled
void client.create({ body: { title: 'x', contents: 'x' } })
// @ts-expect-error a parameter has another type
void client.remove({ params: { post_id: 'x' } })
// @ts-expect-error the name of a parameter over segments excludes its `:path`
routes().get('/files/{file:path}', { params: { 'file:path': string() } })
// @ts-expect-error a part that is not declared
void client.ping({ query: { q: 1 } })
// @ts-expect-error an operation that is not declared
void client.destroy()

// The responses of calls, discriminated by status.
check<Same<AnswerOf<typeof client.create>['status'], 201 | 202 | 303 | 404 | 409 | 400 | 408 | 413 | 422>>()
check<Same<AnswerOf<typeof client.update>['status'], 200 | 400 | 401 | 403 | 408 | 413 | 422>>()
check<Same<AnswerOf<typeof client.ping>['status'], 200>>()
check<Same<BodyAt<typeof client.shared, 410>, { readonly detail: unknown }>>()
check<Same<BodyAt<typeof client.shared, 404>, BodyAt<typeof client.renamed, 404>>>()
check<Same<BodyAt<typeof client.create, 201>['created_at'], string>>()
check<Same<BodyAt<typeof client.create, 201>['place'], readonly [string, number]>>()
check<Same<keyof BodyAt<typeof client.create, 201>, 'id' | 'created_at' | 'place' | 'by'>>()
check<
  Same<
    BodyAt<typeof client.create, 201>['by'],
    readonly { readonly title: string; readonly content: string }[]
  >
>()
check<Same<BodyAt<typeof client.create, 303>, null>>()
check<Same<BodyAt<typeof client.create, 404>, { readonly detail: unknown }>>()
check<Same<BodyAt<typeof client.create, 409>, { readonly taken: string }>>()
check<Same<BodyAt<typeof client.create, 422>, { readonly detail: readonly Issue[] }>>()
check<Same<BodyAt<typeof client.remove, 204>, null>>()
check<Same<BodyAt<typeof client.ping, 200>, unknown>>()
check<Same<BodyAt<typeof client.table, 200>, string>>()
check<Same<BodyAt<typeof client.either, 200>, string | { readonly taken: string }>>()
check<Same<BodyAt<typeof client.pictured, 200>, Uint8Array | null | { readonly taken: string }>>()
check<Same<BodyAt<typeof client.picture, 200>, unknown>>()
check<Same<BodyAt<typeof client.list, 200>, readonly string[]>>()

check<Same<ItemOf<BodyAt<typeof validating.watch, 200>>, PostResponse>>()
check<Same<ItemOf<Events<BodyAt<typeof validating.watch, 200>>>, ReceivedEvent<PostResponse>>>()
check<Same<ItemOf<Events<BodyAt<typeof client.watch, 200>>>['data']['created_at'], string>>()
check<Same<ItemOf<BodyAt<typeof client.tail, 200>>['id'], number>>()
check<Same<BodyAt<typeof validating.create, 201>, PostResponse>>()
check<Same<BodyAt<typeof validating.create, 201>['created_at'], DateTime>>()
check<Same<BodyAt<typeof validating.create, 409>, Taken>>()
check<Same<BodyAt<typeof problems.create, 404>, Problem>>()
check<Same<BodyAt<typeof problems.create, 422>['errors'], readonly Issue[]>>()

const answer = await client.create({ body: { title: 'x' } })
if (answer.status === 201) check<Same<typeof answer.body.id, number>>()
// @ts-expect-error there is no id before the status is known
void answer.body.id
// @ts-expect-error a status that is not declared
void (answer.status === 418)
const tailed = await client.tail()
// @ts-expect-error lines have no events
if (tailed.status === 200) void tailed.body.events

// JSON has fields under their aliases, an instance of a model has them under their own names.
type RenamedJson = {
  readonly id: number
  readonly created_at: string
  readonly 'by-name': string | null
}
check<
  Same<
    BodyAt<typeof client.renamed, 200>,
    { readonly '1st': RenamedJson; readonly all: readonly RenamedJson[] } | null
  >
>()
check<Same<BodyAt<typeof client.renamed, 404>, RenamedJson>>()
check<Same<BodyAt<typeof validating.renamed, 200>, Shelf | null>>()

// The output of a schema of another library has the type of its JSON.
type ParcelJson = {
  readonly size: number
  readonly seal: string
  readonly stops: { readonly [name: string]: string }
  readonly codes: readonly number[]
}
check<Same<BodyAt<typeof client.sent, 200>, { readonly parcel: ParcelJson; readonly at: string | null }>>()
check<Same<BodyAt<typeof client.sent, 202>, ParcelJson | null>>()
check<Same<Flat<BodyAt<typeof client.sentSparse, 200>['parcel']>, ParcelJson>>()

type SparseRenamed = { readonly id: number; readonly created_at: string } & { readonly 'by-name'?: string }
type SparseBody = BodyAt<typeof client.sparse, 200>
check<Same<Required<SparseBody>['renamed'], SparseRenamed>>()
check<Same<SparseBody['all'], readonly (SparseRenamed | null)[]>>()
check<Same<SparseBody['counts'], { readonly [x: string]: number | null }>>()
check<Same<Pick<SparseBody, 'more-of-it'>, { readonly 'more-of-it'?: unknown }>>()
check<Same<BodyAt<typeof client.sparse, 202>, SparseRenamed>>()
check<Same<BodyAt<typeof client.sparse, 404>, RenamedJson>>()
check<Same<BodyAt<typeof validating.sparse, 200>, Sparse>>()

type UnsetCat = { readonly kind: 'cat' } & { readonly lives?: number }
type UnsetBody = BodyAt<typeof client.unset, 200>
check<
  Same<
    Flat<Omit<UnsetBody, 'pets' | 'byName' | 'pair' | 'trees'>>,
    { readonly id: number; readonly any: unknown; readonly 'in-state'?: string | null }
  >
>()
check<Same<NonNullable<UnsetBody['byName']>, { readonly [x: string]: UnsetCat }>>()
check<Same<BodyAt<typeof client.defaults, 200>, UnsetCat>>()
check<Same<BodyAt<typeof validating.unset, 200>, Defaulted>>()
// A field that does not discriminate a cat from a dog may be left out of both.
check<Same<UnsetBody['pair'][0], UnsetCat>>()
check<Same<UnsetBody['pets'][number]['lives'], number | undefined>>()
check<Same<NonNullable<UnsetBody['trees']>[number]['name'], string>>()
// A field whose type TypeScript cannot infer may be left out too.
check<
  Same<NonNullable<NonNullable<UnsetBody['trees']>[number]['children']>[number]['name'], string | undefined>
>()
check<Same<Shelf['first']['createdAt'], DateTime>>()
