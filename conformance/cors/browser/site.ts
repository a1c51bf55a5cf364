import { createServer } from 'node:http'
import { listen } from '../../../scripts/listen.ts'

/** What serves pages. */
export interface Site {
  readonly port: number
  /** Takes nothing more and cuts what is open. */
  readonly close: () => void
}

const PAGE = '<!doctype html><title>A page</title>'
const FRAMED = `${PAGE}<iframe sandbox="allow-scripts" srcdoc="${PAGE.replaceAll('"', '')}"></iframe>`

/** Serves pages: an empty one everywhere, one with a sandboxed frame at `/framed`. The origin is whatever name is asked for. */
export async function openSite(): Promise<Site> {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html').end(url === '/framed' ? FRAMED : PAGE)
  })
  return { port: await listen(server), close: () => server.close().closeAllConnections() }
}
