// Bundled and served by workerd: the variant named in its environment.
import type { Api } from '@postern/contract'
import { withCors } from '@postern/contract/cors'
import { applicationOf } from './applications/application.ts'

let api: Api | undefined

/** The default export of a worker's module. A request that asks for it is served behind {@link withCors}. */
export const worker = {
  fetch(request: Request, { VARIANT }: { readonly VARIANT: string }): Promise<Response> {
    api ??= applicationOf(VARIANT)
    return request.headers.has('x-with-cors') ? withCors(api.policy, api.fetch)(request) : api.fetch(request)
  },
}
