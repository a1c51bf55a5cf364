import { type Api, type Outgoing, wrapExchange } from '@postern/contract'
import { after, reject, string } from '@postern/model'

/** The variable for the prefix that a proxy in front removes from paths. */
export const rootPathVariable = string(
  {
    default: '',
    examples: ['/v1'],
    description:
      'The prefix that a proxy in front removes from paths, such as /v1: links, pages and the document include it',
  },
  // Only characters that a header and a link may contain as they are (RFC 3986 §3.3), and no host at the start.
  after((path) =>
    /^(?:\/[\w.~!$&'()*+=:@%-]+)*$/.test(path)
      ? path
      : reject('Root path should be a path that begins with a slash and ends without one'),
  ),
)

/** Returns the same API, with the root path in the URLs that a client follows: `Location` and `Link`. */
export function withRootPath(api: Api, rootPath: string): Api {
  if (rootPath === '') return api
  const under = (value: string, at: number, headers: readonly string[]) => {
    // Names and values alternate.
    const name = at % 2 === 1 ? headers[at - 1] : undefined
    if (name === 'location' && value.startsWith('/')) return rootPath + value
    return name === 'link' && value.startsWith('</') ? `<${rootPath}${value.slice(1)}` : value
  }
  const move = ({ status, headers, body }: Outgoing): Outgoing => ({
    status,
    headers: headers.map(under),
    body,
  })
  return wrapExchange(api, (exchange) => (incoming, send) => {
    exchange(incoming, (outgoing) => send(move(outgoing)))
  })
}
