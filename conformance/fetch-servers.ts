/** Globals of runtimes that serve with fetch, as far as replays use them. */
interface FetchServers {
  readonly Bun?: { serve(options: object): { readonly port: number } }
  readonly Deno?: {
    serve(
      options: object,
      handler: (request: Request) => Promise<Response>,
    ): { readonly addr: { readonly port: number } }
  }
}

/** The servers of Bun and Deno; each is undefined elsewhere. */
export const { Bun, Deno }: FetchServers & typeof globalThis = globalThis
