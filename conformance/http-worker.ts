// Bundled and served by workerd: the variant that its environment names.
import type { Api } from '@postern/contract'
import { applicationOf } from './applications/application.ts'

let api: Api | undefined

/** What a worker's module exports as its default. */
export const worker = {
  fetch(request: Request, { VARIANT }: { readonly VARIANT: string }): Promise<Response> {
    api ??= applicationOf(VARIANT)
    return api.fetch(request)
  },
}
