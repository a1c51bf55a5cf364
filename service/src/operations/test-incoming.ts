import type { Incoming } from '@postern/contract'

/** Creates a request without headers and body; the given members replace the default ones. */
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
