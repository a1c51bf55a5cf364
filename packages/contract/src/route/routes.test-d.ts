import { integer, Model, string } from '@postern/model'
import { routes } from './routes.ts'
import { tokenFrom } from './security.ts'

class Book extends Model({ id: integer(), title: string() }) {}
const { get } = routes({ prefix: '/books' })

// The compiler reports a mistake where it is, not at the declaration around it.
get('/{id}', {
  params: {
    id: integer(),
    // @ts-expect-error the path has no {slug}
    slug: string(),
  },
  response: Book,
})
get('/', {
  params: {
    // @ts-expect-error the path has no parameters
    id: integer(),
  },
  response: Book,
})
get('/:id', {
  params: {
    // @ts-expect-error a parameter of a path is written {id}
    id: integer(),
  },
  response: Book,
})
get('/{id}/{slug}', {
  // @ts-expect-error {slug} has no kind
  params: { id: integer() },
  response: Book,
})
// @ts-expect-error {id} has no kind
get('/{id}', { response: Book })
get('/', {
  // @ts-expect-error the option is called `response`
  response_model: Book,
})
get('/', {
  response: Book,
  // @ts-expect-error a misspelled `security` would leave the operation open
  secured: 'bearer',
})

tokenFrom({
  cookie: 'session',
  // @ts-expect-error misspelled, so the operation would be closed to those without a token
  requierd: false,
})

// The types of these messages do not get in the way of declarations that are right.
get('/', { params: {}, response: Book })
get('/{id}/{file:path}', { params: { id: integer(), file: string() }, response: Book })
get('/{id}/{title}', { params: Book.fields, response: Book })
routes().get('/of/anything' as string, { params: { id: integer() }, response: Book })
const shared = { response: Book, errors: { 404: 'No such book' } } as const
get('/{id}', { ...shared, params: { id: integer() }, summary: 'One book' })
