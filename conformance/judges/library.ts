import {
  contract,
  form,
  json,
  jsonLines,
  jsonOrForm,
  multipart,
  raw,
  routes,
  serverSentEvents,
  tokenFrom,
} from '@postern/contract'
import {
  boolean,
  Decimal,
  date,
  datetime,
  decimal,
  discriminated,
  duration,
  email,
  httpUrl,
  integer,
  list,
  literal,
  Model,
  nested,
  nullable,
  number,
  record,
  string,
  tuple,
  union,
  uuid,
} from '@postern/model'

export class Author extends Model({
  name: string({ minLength: 1, examples: ['Ursula K. Le Guin'] }),
  born: nullable(date(), { default: null }),
}) {}
export class Novel extends Model({ form: literal(['novel']), pages: integer({ ge: 1, le: 5000 }) }) {}
export class Recording extends Model({
  form: literal(['recording', 'podcast'], { default: 'recording' }),
  length: duration(),
}) {}
const genre = literal(['fantasy', 'science', 'history'], { name: 'Genre', description: 'Where it stands' })
export class BookCreate extends Model(
  {
    title: string({
      minLength: 1,
      maxLength: 200,
      description: 'As it is on the cover',
      examples: ['The Lathe'],
    }),
    authors: list(Author, { minItems: 1, maxItems: 10 }),
    work: discriminated('form', [Novel, Recording]),
    genre,
    price: decimal({ ge: '0', default: Decimal.from('9.99') }),
    cover: nullable(httpUrl(), { default: null }),
    tags: list(string(), { default: [], uniqueItems: true }),
    isbn: nullable(string({ alias: 'isbn-13', pattern: '^[0-9]{13}$' }), { alias: 'isbn-13', default: null }),
    shelf: tuple([string({ minLength: 1, maxLength: 1 }), integer()], { default: ['A', 1] }),
    notes: record(string(), { default: {} }),
    oldCode: nullable(string({ deprecated: true }), { default: null, deprecated: true }),
  },
  { description: 'A book as it is bought' },
) {}
export class Book extends Model({
  ...BookCreate.fields,
  id: uuid(),
  bought_at: datetime(),
  sequel: nullable(
    nested<unknown>((): unknown => Book),
    { default: null },
  ),
}) {}
export class Books extends Model({ books: list(Book), total: integer() }) {}
export class Reader extends Model({
  name: string({ minLength: 1 }),
  email: email(),
  pin: string({ secret: true, minLength: 3, description: 'Three digits or more' }),
}) {}
export class ReaderCard extends Model({ id: integer(), name: string() }) {}
export class Lent extends Model({ lent_to: string(), until: date() }) {}
export class Size extends Model({ bytes: integer() }) {}
export class Paging extends Model({
  limit: integer({ ge: 1, le: 100, default: 20, description: 'How many at most' }),
  genres: list(genre, { default: [] }),
  at_most: nullable(number({ gt: 0 }), { default: null }),
}) {}

const { get, post, put, delete: remove } = routes({ prefix: '/books', tags: ['books'] })
const readers = routes({ prefix: '/readers', tags: ['readers'] })
const staff = tokenFrom({ cookie: 'desk', tokenUrl: 'token' })
const book_id = uuid({ description: 'The id of a book' })
const missing = { 404: 'There is no such book' }
const novel = { form: 'novel', pages: 184 }
const lathe = {
  title: 'The Lathe of Heaven',
  authors: [{ name: 'Ursula K. Le Guin' }],
  work: novel,
  genre: 'science',
}

/** A lending library whose contract uses much of what a contract can declare, for the judges. */
export const library = contract({
  title: 'Library',
  version: '2.0.0',
  description: 'Books that are bought, lent and **brought back**.',
  routes: {
    listBooks: get('/', { summary: 'List books', query: Paging, response: Books }),
    buyBook: post('/', {
      summary: 'Buy a book',
      description: 'A book on the shelf has an id, and a place.',
      body: json(BookCreate, { examples: { novel: lathe, tagged: { ...lathe, tags: ['dreams', 'sf'] } } }),
      response: Book,
      status: 201,
      responseHeaders: { Location: 'Where the book is' },
      security: staff,
      errors: { 409: Lent },
    }),
    readBook: get('/{book_id}', { params: { book_id }, response: Book, errors: missing }),
    lendBook: put('/{book_id}/reader', {
      summary: 'Lend a book',
      params: { book_id },
      headers: { x_desk: integer({ default: 1 }) },
      cookies: { session: nullable(string(), { default: null }) },
      body: json({ reader: integer({ ge: 1 }), days: integer({ default: 14 }) }),
      response: Lent,
      responses: { 202: ReaderCard, 303: 'The book has another copy' },
      errors: { ...missing, 409: Lent },
      security: staff,
    }),
    watchReaders: readers.get('/events', { response: serverSentEvents(ReaderCard) }),
    exportReaders: readers.get('/export', {
      response: jsonLines(ReaderCard),
      responseExamples: { ann: [{ id: 1, name: 'Ann' }] },
    }),
    removeBook: remove('/{book_id}', { params: { book_id }, status: 204, errors: missing, deprecated: true }),
    readCover: get('/{book_id}/cover', { params: { book_id }, errors: missing }),
    sendCover: put('/{book_id}/cover', { params: { book_id }, body: raw({ limit: 1000 }), response: Size }),
    addReader: readers.post('/', {
      summary: 'Sign a reader up',
      body: form(Reader, { examples: { ann: { name: 'Ann', email: 'ann@library.example', pin: '1234' } } }),
      response: ReaderCard,
      responseExamples: { ann: { id: 1, name: 'Ann' } },
      status: 201,
    }),
    changeReader: readers.put('/{reader_id}', {
      params: { reader_id: union([integer(), literal(['me'])]) },
      body: jsonOrForm(ReaderCard),
      response: ReaderCard,
    }),
    importReaders: readers.post('/import', {
      body: multipart({ names: list(string(), { minItems: 1 }), replace: boolean({ default: false }) }),
      response: Size,
    }),
  },
})
