type Fetch = (request: Request) => Response | Promise<Response>

interface BunGlobal {
  readonly Bun?: {
    serve(options: { readonly port: number; readonly hostname: string; readonly fetch: Fetch }): unknown
  }
}

/** Serves with Bun's own server on 127.0.0.1 and the port in PORT; throws on other runtimes. */
export function serveOnBun(fetch: Fetch): void {
  const { Bun }: BunGlobal & typeof globalThis = globalThis
  if (Bun === undefined) throw new Error('This server runs on Bun alone')
  Bun.serve({ port: Number(process.env['PORT']), hostname: '127.0.0.1', fetch })
}
