/** A counted request, without a socket or over one. */
export interface CountedRequest {
  readonly method: string
  readonly path: string
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The expected status. */
  readonly status: number
}

const json = { 'content-type': 'application/json' }
const preflight = {
  origin: 'http://localhost:3000',
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'content-type',
}

/** The requests of the application in `http/application.md`, 64 of each kind, sent in turn. */
export const countedRequests: Readonly<Record<string, readonly CountedRequest[]>> = {
  'create valid': vary((turn) =>
    post({ title: `Number ${turn} of a few`, content: 'Some words, and more.' }, 201),
  ),
  'two errors': vary((turn) => post({ title: '', content: turn }, 422)),
  'read one': vary((turn) => ({
    method: 'GET',
    path: `/posts/${(turn % 50) + 1}`,
    headers: {},
    body: '',
    status: 200,
  })),
  preflight: vary(() => ({ method: 'OPTIONS', path: '/posts', headers: preflight, body: '', status: 200 })),
}

function vary(request: (turn: number) => CountedRequest): readonly CountedRequest[] {
  return Array.from({ length: 64 }, (_, turn) => request(turn))
}

function post(value: unknown, status: number): CountedRequest {
  return { method: 'POST', path: '/posts', headers: json, body: JSON.stringify(value), status }
}
