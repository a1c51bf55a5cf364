import {
  after,
  before,
  createConverter,
  DateTime,
  datetime,
  discriminated,
  type InputOf,
  integer,
  type KindLike,
  list,
  literal,
  Model,
  nested,
  nullable,
  type OutputOf,
  type Result,
  record,
  reject,
  set,
  string,
  tuple,
  union,
} from './index.ts'

/** Both types are the same, `readonly` and `?` included. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : { differs: [A, B] }

type Flat<T> = { [K in keyof T]: T[K] }

function check<_ extends true>(): void {}

class Author extends Model({
  name: string({ minLength: 1 }),
  born: nullable(datetime(), { default: null }),
}) {
  get initial(): string {
    return this.name.charAt(0)
  }
}

class Post extends Model(
  {
    title: string(),
    content: string({ default: '' }),
    tags: list(string(), { default: [], maxItems: 10 }),
    author: Author,
    meta: record(integer(), { default: () => ({}) }),
    place: tuple([integer(), string()]),
    rest: tuple(integer()),
    topics: set(string(), { default: new Set() }),
    status: literal(['draft', 'published']),
    id: union([integer(), string()]),
    editors: list(Author, { default: [] }),
  },
  {
    check: [
      before((input) => input),
      after((post) => (post.title === post.author.name ? reject('Name the post') : post)),
    ],
  },
) {}

// A model's class is its output type; a field with a default is always present.
check<Same<OutputOf<typeof Post>, Post>>()
check<Same<Post['content'], string>>()
check<Same<Post['tags'], string[]>>()
check<Same<Post['topics'], Set<string>>>()
check<Same<Post['author'], Author>>()
check<Same<Post['author']['initial'], string>>()
check<Same<Post['author']['born'], DateTime | null>>()
check<Same<Post['meta'], Record<string, number>>>()
check<Same<Post['place'], [number, string]>>()
check<Same<Post['rest'], number[]>>()
check<Same<Post['status'], 'draft' | 'published'>>()
check<Same<Post['id'], number | string>>()
check<Same<Post['editors'], Author[]>>()

// In the input type, fields with defaults are optional and nested models have their input types.
check<Same<Flat<InputOf<typeof Author>>['name'], string>>()
check<Same<InputOf<typeof Post>['content'], string | undefined>>()
check<Same<InputOf<typeof Post>, ConstructorParameters<typeof Post>[0]>>()
check<Same<InputOf<typeof Post>['author'], InputOf<typeof Author>>>()
check<Same<InputOf<typeof Post>['place'], readonly [number, string]>>()

new Post({ title: 't', author: { name: 'n' }, place: [1, 'a'], rest: [], status: 'draft', id: 1 })
new Author({ name: 'n', born: '2026-01-02T03:04:05Z' })
// @ts-expect-error title is required
new Post({ author: { name: 'n' }, place: [1, 'a'], rest: [], status: 'draft', id: 1 })
// @ts-expect-error a misspelt field name
new Author({ name: 'n', bron: null })
// @ts-expect-error a literal takes only its own values
new Post({ title: 't', author: { name: 'n' }, place: [1, 'a'], rest: [], status: 'x', id: 1 })
// @ts-expect-error a nested model is checked at any depth
new Post({ title: 't', author: { name: 5 }, place: [1, 'a'], rest: [], status: 'draft', id: 1 })

check<Same<ReturnType<typeof Post.safeParse<typeof Post>>, Result<Post>>>()
const parsed = Post.safeParse({})
if (parsed.ok) parsed.value.author.initial.length

// Options depend on the kind.
// @ts-expect-error a default must have the list's items
list(string(), { default: [1] })
// @ts-expect-error a default must have the record's values
record(integer(), { default: { a: 'x' } })
// @ts-expect-error a default is not converted, so a string is not a date-time
tuple([datetime()], { default: ['2026-01-02'] })
list(
  Author,
  { minItems: 1, maxItems: 2, uniqueItems: true },
  after((authors) => authors.slice(0, 1)),
)
list(
  integer(),
  {},
  // @ts-expect-error a validator keeps the type
  after((items) => items.map(String)),
)
// A validator receives its kind's type, also for a tuple of any length.
const dateTimes = tuple(
  datetime(),
  { maxItems: 2, default: [] },
  after((items) => items.slice(0, 1)),
)
check<Same<OutputOf<typeof dateTimes>, DateTime[]>>()
check<Same<InputOf<typeof dateTimes>, readonly (DateTime | Date | string)[]>>()
const pair = tuple(
  [Author, integer()],
  {},
  after((made) => (made[1] > 0 ? made : reject('When?'))),
)
check<Same<OutputOf<typeof pair>, [Author, number]>>()
const lists = tuple([list(string()), tuple(string())])
check<Same<OutputOf<typeof lists>, [string[], string[]]>>()
// @ts-expect-error a number is not a kind
tuple(5)
// @ts-expect-error a string is not a kind
tuple([string(), 'integer'])

// A field with a default may be left out, whatever contains the lists of the default.
class Album extends Model({
  names: nullable(list(string()), { default: ['a'], alias: 'called' }),
  place: union([integer(), list(string())], { default: ['a'] }),
  rows: list(list(integer()), { default: [[1]] }),
  groups: record(list(string()), { default: { a: ['x'] } }),
  pair: tuple([list(string()), datetime()], { default: () => [[], DateTime.from(new Date())] }),
  extra: nullable(record(list(integer())), { default: { a: [1] }, examples: [{ b: [2] }] }),
}) {}
new Album({})
check<Same<NonNullable<Album['~wireNames']>['names'], 'called'>>()

// Models discriminated by a tag narrow by it.
class Cat extends Model({ kind: literal(['cat']), lives: integer() }) {}
class Dog extends Model({ kind: literal(['dog']), tricks: list(string()) }) {}
class Owner extends Model({ pet: discriminated('kind', [Cat, Dog]) }) {}
declare const owner: Owner
check<Same<Owner['pet'], Cat | Dog>>()
if (owner.pet.kind === 'cat') owner.pet.lives.toFixed()
// @ts-expect-error only models have tags
discriminated('kind', [string()])

// A recursive model declares the type of the property in one line.
class Comment extends Model({
  text: string(),
  replies: list(
    nested((): unknown => Comment),
    { default: [] },
  ),
}) {
  declare replies: Comment[]
}
declare const comment: Comment
check<Same<(typeof comment.replies)[number], Comment>>()
new Comment({ text: 'a', replies: [{ text: 'b' }] })

// Or it names the type where it nests the model.
class Folder extends Model({
  parent: nullable(
    nested<Folder>((): unknown => Folder),
    { default: null },
  ),
}) {
  get isRoot() {
    return this.parent === null
  }
}
declare const folder: Folder
check<Same<typeof folder.parent, Folder | null>>()

// So does a choice that one of its members contains.
type Term = Leaf | Sum
class Leaf extends Model({ kind: literal(['leaf']), size: integer() }) {}
class Sum extends Model({ kind: literal(['sum']), left: nested<Term>((): unknown => term) }) {}
const term = discriminated('kind', [Leaf, Sum])
declare const sum: Sum
check<Same<typeof sum.left, Leaf | Sum>>()
class Total extends Model({ term: nested(() => term) }) {}
declare const total: Total
check<Same<typeof total.term, Leaf | Sum>>()

// A model with options has the same type as without.
class Review extends Model({
  by: nested(
    () => Author,
    { alias: 'writer' },
    after((author) => (author.initial ? author : reject('Who?'))),
  ),
  post: nullable(
    nested(() => Post),
    { default: null },
  ),
  seen: list(
    nested(() => Author),
    { default: [] },
  ),
  main: nested(() => Author, { default: () => new Author({ name: 'n' }) }),
}) {}
check<Same<Review['by'], Author>>()
check<Same<Review['post'], Post | null>>()
check<Same<Review['seen'], Author[]>>()
check<Same<Review['main'], Author>>()
new Review({ by: { name: 'n' } })
// @ts-expect-error a field of the model has another type
new Review({ by: { name: 5 } })

// Its default is an instance of the model.
nested(() => Author, { default: new Author({ name: 'n' }) })
nested<Folder>((): unknown => Folder, { default: new Folder({ parent: null }) })
nested((): unknown => Comment, { default: null })
// @ts-expect-error a number is not an author
nested(() => Author, { default: 3 })
// @ts-expect-error a function does not return an author
nested(() => Author, { default: () => 3 })
// @ts-expect-error a number is not a folder
nested<Folder>((): unknown => Folder, { default: 3 })

// Standard Schema has the same types.
type StandardTypes = NonNullable<(typeof Author)['~standard']['types']>
check<Same<StandardTypes['input'], InputOf<typeof Author>>>()
check<Same<StandardTypes['output']['name'], string>>()

// A converter of a class returns its instances, and so does a function around it.
const authors = createConverter(Author)
check<Same<ReturnType<typeof authors.convert>, Result<Author>>>()
declare function parseAll<Value>(declared: KindLike<Value>, inputs: readonly unknown[]): Value[]
check<Same<ReturnType<typeof parseAll<Author>>, Author[]>>()
const all = parseAll(Author, [])
check<Same<typeof all, Author[]>>()
const allLists = parseAll(list(Author), [])
check<Same<typeof allLists, Author[][]>>()

// One of several models parses to an instance of one of them.
declare const either: typeof Cat | typeof Dog
const animal = either.parse({})
check<Same<typeof animal, Cat | Dog>>()
const safe = either.safeParse({})
if (safe.ok) check<Same<typeof safe.value, Cat | Dog>>()
