import { type Api, type DocumentsOptions, type ErrorDialect, implement, rawReply } from '@postern/contract'
import type { CorsOptions } from '@postern/contract/cors'
import { Book, library } from './library.ts'

const id = '6f1c1d8e-8a35-4c1e-9d0e-2f3b8f0e4a11'
const boughtAt = '2026-01-02T03:04:05Z'

export interface LibraryOptions {
  readonly errors?: ErrorDialect
  readonly documents?: DocumentsOptions | false
  readonly cors?: CorsOptions
}

/** Creates the library's API: it stores no books, and responds as if it did. */
export function openLibrary(options: LibraryOptions = {}): Api {
  return implement(
    library,
    {
      listBooks: ({ query }) => ({ books: [], total: query.limit + query.genres.length }),
      buyBook: ({ body, fail, reply }) =>
        body.title === 'Lent'
          ? fail(409, { lent_to: 'Ann', until: '2026-02-01' })
          : reply(201, { ...body, id, bought_at: boughtAt }, { headers: { Location: `/books/${id}` } }),
      readBook: ({ params, fail }) =>
        String(params.book_id) === id ? new Book({ ...bookFields, id, bought_at: boughtAt }) : fail(404),
      lendBook: ({ body, headers, cookies, reply }) =>
        body.days > 30
          ? reply(202, { id: headers.x_desk, name: cookies.session ?? 'nobody' })
          : { lent_to: String(body.reader), until: '2026-02-01' },
      watchReaders: () => [{ id: 1, name: 'Ann' }],
      exportReaders: () => [{ id: 1, name: 'Ann' }],
      removeBook: () => undefined,
      readCover: () =>
        rawReply(new Uint8Array([137, 80, 78, 71]), { headers: { 'content-type': 'image/png' } }),
      sendCover: ({ body }) => ({ bytes: body.length }),
      addReader: ({ body, reply }) => reply(201, { id: 1, name: body.name }),
      changeReader: ({ body, params }) => ({
        id: params.reader_id === 'me' ? 1 : params.reader_id,
        name: body.name,
      }),
      importReaders: ({ body }) => ({ bytes: body.names.length }),
    },
    { authenticate: (token: string) => (token === 'desk-token' ? 'Ann' : null), ...options },
  )
}

const bookFields = {
  title: 'The Lathe of Heaven',
  authors: [{ name: 'Ursula K. Le Guin' }],
  work: { form: 'novel', pages: 184 },
  genre: 'science',
} as const
