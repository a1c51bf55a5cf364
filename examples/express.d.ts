/** Express ships no types; this says the little that mounting needs. */
declare module 'express' {
  import type { RequestListener, Server } from 'node:http'

  interface Host extends RequestListener {
    use(...mounted: (string | RequestListener)[]): Host
    get(path: string, listener: RequestListener): Host
    listen(port: number, address: string, listening: () => void): Server
  }

  const express: {
    (): Host
    /** Reads JSON bodies. */
    readonly json: () => RequestListener
  }
  export = express
}
