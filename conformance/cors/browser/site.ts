import { createServer } from 'node:http'
import { type Listening, listen } from './listen.ts'

const PAGE = '<!doctype html><title>A page</title>'
const FRAMED = `${PAGE}<iframe sandbox="allow-scripts" srcdoc="${PAGE.replaceAll('"', '')}"></iframe>`

/** Serves pages: an empty one everywhere, one with a sandboxed frame at `/framed`. The origin is whatever name is asked for. */
export function openSite(): Promise<Listening> {
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'text/html').end(url === '/framed' ? FRAMED : PAGE)
  })
  return listen(server)
}
