// table: scenarios, one after another
import { anything, type Scenario, type Step } from '../scenario.ts'

const local = 'http://localhost:3000'
const app = 'https://app.example.com'
const ann = { username: 'ann', email: 'ann@example.com', age: 30, password: 'correct horse' }
const bob = { ...ann, username: 'bob', email: 'bob@example.com' }
const granted = (origin: string) => ({ 'Access-Control-Allow-Origin': origin, Vary: /Origin/ })
const refused = {
  'Access-Control-Allow-Origin': null,
  'Access-Control-Allow-Credentials': null,
  'Access-Control-Expose-Headers': null,
  Vary: /Origin/,
}

function preflight(origin: string, method: string, headers?: string): Pick<Step, 'send' | 'headers'> {
  return {
    send: 'OPTIONS /posts/1',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      ...(headers !== undefined && { 'Access-Control-Request-Headers': headers }),
    },
  }
}

function simple(origin: string): Pick<Step, 'send' | 'headers'> {
  return { send: 'GET /posts/', headers: { Origin: origin } }
}

/** Section 4.4: which pages of other origins may call, and what responses they get. */
export const crossOrigin: readonly Scenario[] = [
  {
    section: '§1.3',
    name: 'a page of an allowed origin may read the response, a page of another may not; both requests are served',
    steps: [
      { ...simple(local), status: 200, answers: granted(local), gives: { posts: [] } },
      { ...simple('https://evil.example'), status: 200, answers: refused, gives: { posts: [] } },
      { send: 'GET /posts/', status: 200, answers: { 'Access-Control-Allow-Origin': null, Vary: /Origin/ } },
    ],
  },
  {
    section: '§4.4',
    name: 'an origin is scheme, domain and port: if one differs, the origin is different',
    environment: { ALLOWED_ORIGINS: 'https://app.example.com,http://localhost:3000' },
    steps: [
      ...[app, local].map((origin) => ({ ...simple(origin), status: 200, answers: granted(origin) })),
      ...[
        'http://app.example.com',
        'https://app.example.com:444',
        'https://app.example.com:443',
        'https://example.com',
        'https://x.app.example.com',
        'https://app.example.com.evil.example',
        'https://app.example.com/',
        'https://APP.example.com',
        'http://localhost',
        'http://127.0.0.1:3000',
        'null',
        '',
        `https://${'a'.repeat(4000)}.example`,
      ].map((origin) => ({ ...simple(origin), status: 200, answers: refused })),
    ],
  },
  {
    section: '§4.4',
    name: 'a simple request needs no preflight: the responses to GET, HEAD and a form POST carry the grants',
    environment: { POST_BINDING: 'form' },
    steps: [
      { ...simple(local), status: 200, answers: granted(local) },
      { send: 'HEAD /posts/', headers: { Origin: local }, status: 200, answers: granted(local) },
      {
        send: 'POST /posts/',
        headers: { Origin: local },
        form: { title: 'A' },
        status: 200,
        answers: granted(local),
      },
    ],
  },
  {
    section: '§4.4',
    name: 'a preflight response is a 200 with origin, methods, headers and max age, and no body',
    steps: [
      {
        ...preflight(local, 'PUT', 'content-type,authorization'),
        status: 200,
        text: '',
        answers: {
          'Access-Control-Allow-Origin': local,
          'Access-Control-Allow-Methods': /\bPUT\b.*\bDELETE\b/,
          'Access-Control-Allow-Headers': /Content-Type.*Authorization|Authorization.*Content-Type/i,
          'Access-Control-Max-Age': '600',
          'Access-Control-Allow-Credentials': 'true',
          Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
        },
      },
      { ...preflight(local, 'DELETE'), status: 200 },
      { ...preflight(local, 'PATCH'), status: 200 },
      { ...preflight(local, 'POST', 'Content-Type'), status: 200 },
    ],
  },
  {
    section: '§4.4',
    name: 'a preflight is answered before routing and authentication: an unknown or protected path is a 200 too',
    steps: ['/nowhere', '/api/protected/', '/docs', '/posts/x'].map((path) => ({
      ...preflight(local, 'PUT'),
      send: `OPTIONS ${path}`,
      status: 200,
      answers: { 'Access-Control-Allow-Origin': local },
    })),
  },
  {
    section: '§4.4',
    name: 'OPTIONS without Origin or without a requested method is not a preflight',
    steps: [
      { send: 'OPTIONS /posts/', status: 405, answers: { Allow: /GET.*POST|POST.*GET/ } },
      { send: 'OPTIONS /posts/', headers: { Origin: local }, status: 405, answers: granted(local) },
    ],
  },
  {
    section: '§4.4',
    name: 'allow_origins: commas separate several origins, and spaces do not matter',
    environment: { ALLOWED_ORIGINS: ` ${app} , ${local},` },
    steps: [
      { ...simple(app), status: 200, answers: granted(app) },
      { ...simple(local), status: 200, answers: granted(local) },
    ],
  },
  {
    section: '§4.4',
    name: 'allow_origins: * means all, without credentials',
    environment: { ALLOWED_ORIGINS: '*', ALLOW_CREDENTIALS: 'false' },
    steps: [
      {
        ...simple('https://anyone.example'),
        status: 200,
        answers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Credentials': null },
      },
      { ...preflight('https://anyone.example', 'PUT', 'content-type'), status: 200 },
    ],
  },
  {
    section: '§4.4',
    name: 'allow_origins: a blank list allows nobody, not the default',
    environment: { ALLOWED_ORIGINS: ' ' },
    steps: [{ ...simple(local), status: 200, answers: { 'Access-Control-Allow-Origin': null } }],
  },
  {
    section: '§4.4',
    name: 'allow_origin_regex: the whole origin must match, and the list is not used with it',
    environment: { ALLOWED_ORIGIN_REGEX: 'https://[a-z0-9-]+\\.example\\.com' },
    steps: [
      { ...simple(app), status: 200, answers: granted(app) },
      ...[
        'https://evil.example/.example.com',
        'https://app.example.com.evil.example',
        'http://app.example.com',
        local,
        'null',
      ].map((origin) => ({ ...simple(origin), status: 200, answers: refused })),
    ],
  },
  {
    section: '§4.4',
    name: 'allow_methods: a preflight for another method is refused, with the list of allowed methods',
    environment: { ALLOWED_METHODS: 'GET,POST,OPTIONS' },
    steps: [
      {
        ...preflight(local, 'PUT'),
        status: 403,
        answers: { 'Access-Control-Allow-Methods': /^(?!.*PUT)/ },
        gives: {
          detail: [
            {
              type: 'cors_method',
              loc: ['header', 'access-control-request-method'],
              msg: 'This method is not allowed',
              input: 'PUT',
            },
          ],
        },
      },
      { ...preflight(local, 'POST', 'content-type'), status: 200 },
    ],
  },
  {
    section: '§4.4',
    name: 'allow_methods: * means all',
    environment: { ALLOWED_METHODS: '*' },
    steps: [
      { ...preflight(local, 'PATCH'), status: 200 },
      { ...preflight(local, 'PURGE'), status: 200, answers: { 'Access-Control-Allow-Methods': /PURGE/ } },
    ],
  },
  {
    section: '§4.4',
    name: 'allow_headers: * means all, and the response lists the headers that were requested',
    environment: { ALLOWED_HEADERS: '*' },
    steps: [
      {
        ...preflight(local, 'POST', 'authorization,x-custom'),
        status: 200,
        answers: { 'Access-Control-Allow-Headers': /x-custom/ },
      },
      { ...preflight(local, 'POST', 'a b;c'), status: 400 },
    ],
  },
  {
    section: '§4.4',
    name: 'allow_credentials: on by default, and for allowed origins only',
    steps: [
      { ...simple(local), status: 200, answers: { 'Access-Control-Allow-Credentials': 'true' } },
      {
        ...simple('https://evil.example'),
        status: 200,
        answers: { 'Access-Control-Allow-Credentials': null },
      },
    ],
  },
  {
    section: '§4.4',
    name: 'expose_headers: by default scripts may read the headers of the service',
    steps: [
      {
        ...simple(local),
        status: 200,
        answers: {
          'Access-Control-Expose-Headers':
            'ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Total-Count',
        },
      },
    ],
  },
  {
    section: '§4.4',
    name: 'expose_headers: the operator’s list replaces the default list',
    environment: { EXPOSED_HEADERS: 'Link' },
    steps: [{ ...simple(local), status: 200, answers: { 'Access-Control-Expose-Headers': 'Link' } }],
  },
  {
    section: '§4.4',
    name: 'max_age: 0 switches the cache off',
    environment: { CORS_MAX_AGE: '0' },
    steps: [{ ...preflight(local, 'PUT'), status: 200, answers: { 'Access-Control-Max-Age': '0' } }],
  },
  {
    section: '§4.4',
    name: 'default options: every method of the service, Authorization and Content-Type, ten minutes',
    steps: [
      {
        ...preflight(local, 'DELETE', 'accept,authorization,content-type'),
        status: 200,
        answers: { 'Access-Control-Max-Age': '600' },
      },
    ],
  },
  {
    section: '§4.4.2',
    name: 'no preflight succeeds where the allowed methods do not include OPTIONS',
    environment: { ALLOWED_METHODS: 'GET,POST,PUT' },
    steps: [
      {
        ...preflight(local, 'PUT'),
        status: 403,
        gives: { detail: [{ type: 'cors_options', loc: ['method'], msg: anything, input: 'OPTIONS' }] },
      },
      { ...simple(local), status: 200, answers: granted(local) },
    ],
  },
  {
    section: '§4.4.3',
    name: 'a custom request header must be among the allowed headers',
    environment: { ALLOWED_HEADERS: 'Authorization,X-Trace' },
    steps: [
      { ...preflight(local, 'POST', 'x-trace'), status: 200 },
      {
        ...preflight(local, 'POST', 'x-trace, x-other'),
        status: 403,
        answers: { 'Access-Control-Allow-Origin': local },
        gives: {
          detail: [
            {
              type: 'cors_headers',
              loc: ['header', 'access-control-request-headers'],
              msg: 'This header is not allowed',
              input: 'x-other',
            },
          ],
        },
      },
    ],
  },
  {
    section: '§4.4.4',
    name: 'ENVIRONMENT=production selects its list',
    environment: {
      ENVIRONMENT: 'production',
      ALLOWED_ORIGINS_PRODUCTION: app,
      ALLOWED_ORIGINS_STAGING: 'https://stage.example.com',
    },
    steps: [
      { ...simple(app), status: 200, answers: granted(app) },
      { ...simple('https://stage.example.com'), status: 200, answers: refused },
      { ...simple(local), status: 200, answers: refused },
    ],
  },
  {
    section: '§4.4.4',
    name: 'ENVIRONMENT=staging selects its list',
    environment: {
      ENVIRONMENT: 'staging',
      ALLOWED_ORIGINS_PRODUCTION: app,
      ALLOWED_ORIGINS_STAGING: 'https://stage.example.com',
    },
    steps: [
      { ...simple('https://stage.example.com'), status: 200, answers: granted('https://stage.example.com') },
      { ...simple(app), status: 200, answers: refused },
    ],
  },
  {
    section: '§4.4.4',
    name: 'ENVIRONMENT with any other value is development',
    environment: {
      ENVIRONMENT: 'Production',
      ALLOWED_ORIGINS_PRODUCTION: app,
      ALLOWED_ORIGINS_DEVELOPMENT: 'http://localhost:5173',
    },
    steps: [
      { ...simple('http://localhost:5173'), status: 200, answers: granted('http://localhost:5173') },
      { ...simple(app), status: 200, answers: refused },
    ],
  },
  {
    section: '§4.4.5',
    name: 'ALLOWED_ORIGINS overrides the list of the environment',
    environment: {
      ENVIRONMENT: 'production',
      ALLOWED_ORIGINS_PRODUCTION: app,
      ALLOWED_ORIGINS: 'https://b.test',
    },
    steps: [
      { ...simple('https://b.test'), status: 200, answers: granted('https://b.test') },
      { ...simple(app), status: 200, answers: refused },
      { ...simple(local), status: 200, answers: refused },
    ],
  },
  ...['TRUE', 'True', 'true'].map((value) => ({
    section: '§4.4.5',
    name: `ALLOW_CREDENTIALS=${value} is true, whatever its case`,
    environment: { ALLOW_CREDENTIALS: value },
    steps: [{ ...simple(local), status: 200, answers: { 'Access-Control-Allow-Credentials': 'true' } }],
  })),
  ...['false', '1', 'yes', ''].map((value) => ({
    section: '§4.4.5',
    name: `ALLOW_CREDENTIALS=${value || '(blank)'} is not the word true, so credentials are off`,
    environment: { ALLOW_CREDENTIALS: value },
    steps: [
      {
        ...simple(local),
        status: 200,
        answers: { 'Access-Control-Allow-Origin': local, 'Access-Control-Allow-Credentials': null },
      },
    ],
  })),
  {
    section: '§7',
    name: 'an origin that is not allowed: its preflight is a 403 without grants, its request is served without them',
    steps: [
      {
        ...preflight('https://evil.example', 'PUT', 'content-type'),
        status: 403,
        answers: {
          'Access-Control-Allow-Origin': null,
          'Access-Control-Allow-Methods': null,
          'Access-Control-Allow-Headers': null,
          'Access-Control-Max-Age': null,
        },
        gives: {
          detail: [
            {
              type: 'cors_origin',
              loc: ['header', 'origin'],
              msg: 'This origin is not allowed',
              input: 'https://evil.example',
            },
          ],
        },
      },
      {
        send: 'POST /posts/',
        headers: { Origin: 'https://evil.example' },
        json: { title: 'A' },
        status: 201,
        answers: refused,
      },
    ],
  },
  {
    section: '§7',
    name: 'every error response carries the grants, so that a page of an allowed origin can read it: 400 401 403 404 405 409 413 422',
    steps: [
      {
        send: 'POST /posts/',
        headers: { Origin: local, 'Content-Type': 'application/json' },
        body: new Uint8Array([0x22, 0xff, 0x22]),
        status: 400,
        answers: granted(local),
      },
      { send: 'POST /users/', headers: { Origin: local }, json: ann, status: 201, answers: granted(local) },
      { send: 'POST /users/', headers: { Origin: local }, json: ann, status: 409, answers: granted(local) },
      { send: 'POST /users/', json: bob, status: 201 },
      ...[ann, bob].map(({ username, password }) => ({
        send: 'POST /token',
        form: { username, password },
        status: 200,
        keep: { [username]: { body: 'access_token' } },
      })),
      { send: 'POST /posts/', headers: { Authorization: 'Bearer <ann>' }, json: { title: 'A' }, status: 201 },
      {
        send: 'DELETE /posts/1',
        headers: { Origin: local, Authorization: 'Bearer <bob>' },
        status: 403,
        answers: granted(local),
      },
      { send: 'GET /api/protected/', headers: { Origin: local }, status: 401, answers: granted(local) },
      { send: 'GET /nowhere', headers: { Origin: local }, status: 404, answers: granted(local) },
      { send: 'GET /posts/9', headers: { Origin: local }, status: 404, answers: granted(local) },
      { send: 'PATCH /posts/1', headers: { Origin: local }, status: 405, answers: granted(local) },
      {
        send: 'POST /posts/',
        headers: { Origin: local },
        body: 'x'.repeat(1024 * 1024 + 1),
        status: 413,
        answers: granted(local),
      },
      {
        send: 'POST /posts/',
        headers: { Origin: local },
        json: {},
        status: 422,
        answers: granted(local),
      },
      {
        send: 'POST /token',
        headers: { Origin: local },
        form: { username: 'x', password: 'x' },
        status: 401,
        answers: granted(local),
      },
      { send: 'GET /docs', headers: { Origin: local }, status: 200, answers: granted(local) },
    ],
  },
  {
    section: '§8',
    name: 'preflight cache: a browser may keep the response for max_age seconds',
    environment: { CORS_MAX_AGE: '86400' },
    steps: [{ ...preflight(local, 'PUT'), status: 200, answers: { 'Access-Control-Max-Age': '86400' } }],
  },
]
