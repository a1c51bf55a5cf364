import { Model, string } from '@postern/model'
import {
  type Concurrency,
  type Conditions,
  contract,
  type Guards,
  implement,
  json,
  type Reply,
  routes,
} from '../src/index.ts'

class Page extends Model({ text: string() }) {}

const { get, put } = routes({ errors: { 404: 'No page' } })
const chosen = ((): Concurrency => 'etag')()
const declared = contract({
  title: 'Pages',
  version: '1',
  routes: {
    read: get('/a', { response: Page, concurrency: 'etag' }),
    replace: put('/a', { body: json(Page), concurrency: 'etag', headers: { accept: string() } }),
    careful: put('/b', { body: json(Page), concurrency: 'required', errors: { 412: Page } }),
    chosen: put('/c', { body: json(Page), concurrency: chosen }),
    plain: get('/d', { response: Page }),
  },
})

implement(
  declared,
  {
    read({ conditions, headers, fail, reply }) {
      const refusal: Reply | undefined = conditions.check('"1"')
      const known: string | null = headers.if_none_match
      // @ts-expect-error a GET has no 428
      if (known === null) return fail(428)
      if (known === '') return fail(412)
      return refusal ?? reply(304, null)
    },
    replace({ conditions, headers, fail, reply }) {
      const named: boolean = conditions.namesState()
      if (named) return fail(headers.accept === '' ? 404 : 412)
      // @ts-expect-error only a GET has a 304
      return reply(304, null)
    },
    careful({ fail }) {
      if (Math.random() > 2) return fail(428)
      // @ts-expect-error the declared model needs a value
      return fail(412)
    },
    // The value may be either, so both failures are declared.
    chosen: ({ fail }) => fail(428),
    // @ts-expect-error concurrency is not declared
    plain: ({ conditions }) => ({ text: `${conditions}` }),
  },
  { guards: { careful: ({ conditions }) => conditions.check(null) } },
)

export const guards = {
  careful: ({ conditions, fail }) => (conditions.namesState() ? undefined : fail(428)),
} satisfies Guards<typeof declared.routes, null>

declare const conditions: Conditions
// @ts-expect-error a tag is a string or null
conditions.check(1)

// @ts-expect-error an unknown value
get('/e', { concurrency: 'tags' })
