// Bundled and served by workerd: the variant that its environment names.
import type { Api } from '@postern/contract'
import { withCors } from '@postern/contract/cors'
import { applicationOf } from './applications/application.ts'

let api: Api | undefined

/** What a worker's module exports as its default. A request that says so is answered as behind {@link withCors}. */
export const worker = {
  fetch(request: Request, { VARIANT }: { readonly VARIANT: string }): Promise<Response> {
    api ??= applicationOf(VARIANT)
    return request.headers.has('x-with-cors') ? withCors(api.policy, api.fetch)(request) : api.fetch(request)
  },
}
