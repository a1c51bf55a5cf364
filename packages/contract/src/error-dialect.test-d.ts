import { type Issue, integer, list, Model, string } from '@postern/model'
import { createClient, type Problem } from './client.ts'
import { contract, errorDialect, implement, type ReportedFailure, routes } from './index.ts'

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : { differs: [A, B] }
function check<T extends true>(): T | undefined {
  return undefined
}

class Mistake extends Model({ code: integer(), words: list(string()) }) {}

const byModel = errorDialect({
  schema: Mistake,
  mediaType: 'application/vnd.mistake+json',
  render(failure) {
    check<Same<typeof failure, ReportedFailure>>()
    check<Same<typeof failure.detail, unknown>>()
    const words = failure.issues?.map(({ msg, loc, type }) => [type, msg, ...loc].join(' '))
    // @ts-expect-error a failure is read-only
    failure.status = 200
    return { code: failure.status, words: words ?? [failure.title] }
  },
})
const bySchema = errorDialect({ schema: { type: 'string' }, render: ({ title }) => title })

// @ts-expect-error the rendered value does not fit the model
errorDialect({ schema: Mistake, render: ({ title }) => ({ code: 1, word: title }) })
// @ts-expect-error a promise is not a body
errorDialect({ schema: Mistake, render: async ({ status }) => ({ code: status, words: [] }) })
// @ts-expect-error the schema is missing
errorDialect({ render: () => ({}) })

const declared = contract({
  title: 'T',
  version: '1',
  routes: { read: routes().get('/{id}', { params: { id: integer() }, errors: { 404: 'No such thing' } }) },
})
const handlers = { read: () => null }

implement(declared, handlers, { errors: 'negotiated', errorInput: 'none' })
implement(declared, handlers, { errors: byModel, errorInput: 'redacted' })
implement(declared, handlers, { errors: bySchema, documents: { nullable: 'type-array' } })
implement(declared, handlers, { documents: { separateInputOutput: false, nullable: 'any-of' } })
// @ts-expect-error an unknown dialect
implement(declared, handlers, { errors: 'rfc9457' })
// @ts-expect-error an unknown value
implement(declared, handlers, { errorInput: 'masked' })
// @ts-expect-error an unknown value
implement(declared, handlers, { documents: { nullable: 'nullable' } })
// @ts-expect-error a string in place of a boolean
implement(declared, handlers, { documents: { separateInputOutput: 'no' } })

const baseUrl = 'http://x'
const clients = {
  negotiated: createClient(declared, { baseUrl, errors: 'negotiated' }),
  byModel: createClient(declared, { baseUrl, errors: byModel }),
  bySchema: createClient(declared, { baseUrl, errors: bySchema }),
}
type BodyOf<Name extends keyof typeof clients, Status> = Extract<
  Awaited<ReturnType<(typeof clients)[Name]['read']>>,
  { readonly status: Status }
>['body']
check<Same<BodyOf<'negotiated', 404>, { readonly detail: unknown } | Problem>>()
check<
  Same<
    BodyOf<'negotiated', 422>,
    { readonly detail: readonly Issue[] } | (Problem & { readonly errors: readonly Issue[] })
  >
>()
check<Same<BodyOf<'byModel', 404>['words'], readonly string[]>>()
check<Same<BodyOf<'byModel', 422>['code'], number>>()
check<Same<BodyOf<'bySchema', 422>, unknown>>()
