import type { Incoming } from '@postern/contract'

/** A request without headers and body, with the given members in place of the ordinary ones. */
export function incomingOf({
  signal = new AbortController().signal,
  ...given
}: Partial<Incoming> = {}): Incoming {
  return {
    method: 'GET',
    scheme: 'http',
    path: '/posts/1',
    query: '',
    header: () => undefined,
    headerLines: () => [],
    headerNames: () => [],
    readBody: (_limit, done) => done(new Uint8Array()),
    signal,
    whenGone: (then) => signal.addEventListener('abort', then),
    ...given,
  }
}
