import { camelCase, datetime, integer, list, Model, nullable, string } from './index.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const check = <Is extends true>(): Is | undefined => undefined

class Author extends Model(camelCase({ full_name: string() })) {}
class Post extends Model(
  camelCase({
    id: integer(),
    post_number: integer({ alias: 'no' }),
    created_at: datetime(),
    written_by: Author,
    co_authors: list(Author, { default: [] }),
    line2b: nullable(string(), { default: null }),
    e2e_key: string(),
    class_: string(),
    author__name: string(),
  }),
) {}

// Code uses the fields' own names, and may leave out those with a default.
const author = new Author({ full_name: 'Ann' })
const post = new Post({
  id: 1,
  post_number: 1,
  created_at: new Date(),
  written_by: author,
  e2e_key: '',
  class_: '',
  author__name: '',
})
check<Same<typeof post.co_authors, Author[]>>()
check<Same<typeof post.line2b, string | null>>()
check<Same<typeof post.written_by, Author>>()
// @ts-expect-error this is its name on the wire
post.createdAt

// The typed client knows the names on the wire, the same as at run time.
type OnWire = NonNullable<Post['~wireNames']>
check<Same<OnWire['created_at'], 'createdAt'>>()
check<Same<OnWire['written_by'], 'writtenBy'>>()
check<Same<OnWire['post_number'], 'no'>>()
check<Same<OnWire['line2b'], 'line2B'>>()
check<Same<OnWire['e2e_key'], 'e2EKey'>>()
check<Same<OnWire['class_'], 'class_'>>()
check<Same<OnWire['author__name'], 'author__Name'>>()
check<Same<OnWire['id'], 'id'>>()
