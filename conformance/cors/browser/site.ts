import { createServer } from 'node:http'
import { listen } from '../../../scripts/listen.ts'

/** A server of pages. */
export interface Site {
  readonly port: number
  /** Accepts no more connections and closes the open ones. */
  readonly close: () => void
}

const PAGE = '<!doctype html><title>A page</title>'
const FRAMED = `${PAGE}<iframe sandbox="allow-scripts" srcdoc="${PAGE.replaceAll('"', '')}"></iframe>`

/** Serves an empty page everywhere, and one with a sandboxed frame at `/framed`. The origin has whatever host name is requested. */
export async function openSite(): Promise<Site> {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html').end(url === '/framed' ? FRAMED : PAGE)
  })
  return { port: await listen(server), close: () => server.close().closeAllConnections() }
}
