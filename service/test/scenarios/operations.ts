// table: scenarios, one after another
import { anything, type Scenario, timestamp } from '../scenario.ts'

const post = { title: 'A title', content: 'ten characters' }
const stored = { id: 1, ...post, created_at: timestamp, updated_at: timestamp }
/** Two of them are as long as a page may be; a third does not fit. */
const longTitles = ['a', 'b', 'c'].map((letter) => letter.repeat(524_288))
const documents = ['/docs', '/redoc', '/openapi.json']
/** The operations in the specification's table, with each path as written there. */
const specified: readonly (readonly [method: string, path: string])[] = [
  ['post', '/posts/'],
  ['put', '/posts/{post_id}'],
  ['get', '/users/{user_id}'],
  ['get', '/posts/'],
  ['get', '/api/posts/'],
  ['get', '/api/protected/'],
]
const noPost = { detail: 'There is no such post' }

/** Section 4.1: every operation, with both spellings of its path. */
export const operations: readonly Scenario[] = [
  {
    section: '§4.1',
    name: 'POST /posts/, response variant: stores the post and returns 201 with its Location',
    steps: [
      {
        send: 'POST /posts/',
        json: post,
        status: 201,
        answers: { Location: '/posts/1', 'Content-Type': 'application/json' },
        gives: stored,
      },
      { send: 'POST /posts', json: post, status: 201, answers: { Location: '/posts/2' } },
      { send: 'GET /posts/1', status: 200, gives: stored },
    ],
  },
  {
    section: '§4.1',
    name: 'POST /posts/, JSON variant: returns the validated fields and stores nothing',
    environment: { POST_BINDING: 'json' },
    steps: [
      {
        send: 'POST /posts/',
        json: { ...post, more: 1 },
        status: 200,
        answers: { Location: null },
        gives: post,
      },
      { send: 'POST /posts', json: post, status: 200 },
      { send: 'GET /posts/', status: 200, gives: { posts: [] } },
    ],
  },
  {
    section: '§4.1',
    name: 'POST /posts/, form variant: returns the validated fields',
    environment: { POST_BINDING: 'form' },
    steps: [
      { send: 'POST /posts/', form: { ...post, more: '1' }, status: 200, gives: post },
      { send: 'POST /posts', form: post, status: 200, gives: post },
    ],
  },
  {
    section: '§4.1',
    name: 'POST /posts/, raw variant: returns the length of the body in bytes',
    environment: { POST_BINDING: 'raw' },
    steps: [
      { send: 'POST /posts/', body: 'héllo', status: 200, gives: { raw_body_length: 6 } },
      { send: 'POST /posts', body: '', status: 200, gives: { raw_body_length: 0 } },
    ],
  },
  {
    section: '§4.1',
    name: 'PUT /posts/{post_id} replaces a post: 404 if there is none, 422 for an invalid id',
    steps: [
      { send: 'PUT /posts/1', json: post, status: 404, gives: noPost },
      {
        send: 'POST /posts/',
        json: { title: 'Before' },
        status: 201,
        keep: { created: { body: 'created_at' } },
      },
      {
        send: 'PUT /posts/1/',
        json: post,
        status: 200,
        gives: { ...stored, created_at: '<created>' },
      },
      { send: 'PUT /posts/1', json: post, status: 200, gives: stored },
      {
        send: 'PUT /posts/one',
        json: { content: 5 },
        status: 422,
        gives: {
          detail: [
            {
              type: 'int_parsing',
              loc: ['path', 'post_id'],
              msg: 'Input should be a valid integer, unable to parse string as an integer',
              input: 'one',
            },
            { type: 'missing', loc: ['body', 'title'], msg: 'Field required', input: { content: 5 } },
            {
              type: 'string_type',
              loc: ['body', 'content'],
              msg: 'Input should be a valid string',
              input: 5,
            },
          ],
        },
      },
    ],
  },
  {
    section: '§4.1',
    name: 'GET /posts/{post_id} returns the post; DELETE returns 204 and removes it for good',
    steps: [
      { send: 'POST /posts/', json: post, status: 201 },
      { send: 'GET /posts/1/', status: 200, gives: stored },
      { send: 'DELETE /posts/1', status: 204, text: '' },
      { send: 'GET /posts/1', status: 404, gives: noPost },
      { send: 'DELETE /posts/1', status: 404, gives: noPost },
      { send: 'PUT /posts/1', json: post, status: 404, gives: noPost },
      { send: 'POST /posts/', json: post, status: 201, answers: { Location: '/posts/2' } },
    ],
  },
  {
    section: '§4.1',
    name: 'an id that no post can have is a 404 if it is a safe integer, otherwise a 422',
    steps: [
      ...['0', '-1', '9007199254740991', '2147483648'].map((id) => ({
        send: `GET /posts/${id}`,
        status: 404,
        gives: noPost,
      })),
      ...['9007199254740992', '1.5', 'x', '%00', '%20', '1e3', '٣x', 'NaN'].map((id) => ({
        send: `GET /posts/${encodeURI(id).replaceAll('%25', '%')}`,
        status: 422,
        gives: { detail: [anything] },
      })),
    ],
  },
  {
    section: '§4.1',
    name: 'GET /users/{user_id} returns the user, or 404 if there is none',
    steps: [
      {
        send: 'POST /users/',
        json: { username: 'ann', email: 'ann@example.com', age: 30, password: 'correct horse' },
        status: 201,
      },
      {
        send: 'GET /users/1',
        status: 200,
        gives: { id: 1, username: 'ann', email: 'ann@example.com', created_at: timestamp },
      },
      { send: 'GET /users/1/', status: 200 },
      { send: 'GET /users/9007199254740991', status: 404, gives: { detail: 'There is no such user' } },
      { send: 'GET /users/me', status: 422, gives: { detail: [anything] } },
    ],
  },
  {
    section: '§4.1',
    name: 'GET /posts/ and GET /api/posts/ list titles, newest first',
    steps: [
      {
        send: 'GET /posts/',
        status: 200,
        answers: { Link: null, 'X-Total-Count': '0' },
        gives: { posts: [] },
      },
      ...['One', 'Two', 'Three'].map((title) => ({ send: 'POST /posts/', json: { title }, status: 201 })),
      ...['/posts/', '/posts', '/api/posts/', '/api/posts'].map((path) => ({
        send: `GET ${path}`,
        status: 200,
        answers: { Link: null, 'X-Total-Count': '3' },
        gives: { posts: ['Three', 'Two', 'One'] },
      })),
    ],
  },
  {
    section: '§4.1',
    name: 'GET /api/posts/ returns pages: limit sets their length, and Link leads to the next until there is none',
    steps: [
      ...['1', '2', '3', '4', '5'].map((title) => ({ send: 'POST /posts/', json: { title }, status: 201 })),
      {
        send: 'GET /api/posts/?limit=2',
        status: 200,
        answers: {
          Link: /^<\/api\/posts\/\?limit=2&cursor=[\w-]+>; rel="next"$/,
          'X-Total-Count': '5',
        },
        gives: { posts: ['5', '4'] },
        keep: { next: { header: 'Link', part: /<(.*)>/ } },
      },
      { send: 'POST /posts/', json: { title: '6' }, status: 201 },
      {
        send: 'GET <next>',
        status: 200,
        answers: { 'X-Total-Count': '6' },
        gives: { posts: ['3', '2'] },
        keep: { next: { header: 'Link', part: /<(.*)>/ } },
      },
      {
        send: 'GET <next>',
        status: 200,
        answers: { Link: null, 'X-Total-Count': '6' },
        gives: { posts: ['1'] },
      },
      { send: 'GET /posts?limit=6', status: 200, answers: { Link: null } },
      { send: 'GET /posts?limit=5', status: 200, answers: { Link: /^<\/posts\?limit=5&cursor=/ } },
      { send: 'DELETE /posts/6', status: 204 },
      { send: 'PUT /posts/5', json: { title: 'Five' }, status: 200 },
      { send: 'HEAD /posts/?limit=1', status: 200, answers: { 'X-Total-Count': '5' } },
    ],
  },
  {
    section: '§4.1',
    name: 'GET /posts/summaries/ lists the posts of GET /posts/ with their ids and authors',
    signedIn: { ann: 'token' },
    steps: [
      { send: 'GET /posts/summaries/', status: 200, answers: { 'X-Total-Count': '0' }, gives: { posts: [] } },
      ...['One', 'Two'].map((title) => ({ send: 'POST /posts/', json: { title }, status: 201 })),
      {
        send: 'POST /posts/',
        headers: { Authorization: 'Bearer <token>' },
        json: { title: 'Three' },
        status: 201,
      },
      {
        send: 'GET /posts/summaries?limit=2',
        status: 200,
        answers: {
          Link: /^<\/posts\/summaries\?limit=2&cursor=[\w-]+>; rel="next"$/,
          'X-Total-Count': '3',
        },
        gives: {
          posts: [
            { id: 3, title: 'Three', author_id: 1, created_at: timestamp },
            { id: 2, title: 'Two', author_id: null, created_at: timestamp },
          ],
        },
        keep: { next: { header: 'Link', part: /<(.*)>/ } },
      },
      {
        send: 'GET <next>',
        status: 200,
        answers: { Link: null, 'X-Total-Count': '3' },
        gives: { posts: [{ id: 1, title: 'One', author_id: null, created_at: timestamp }] },
      },
      { send: 'HEAD /posts/summaries/', status: 200, answers: { 'X-Total-Count': '3' } },
      { send: 'GET /posts/summaries/?limit=0', status: 422, gives: { detail: [anything] } },
      { send: 'GET /posts/summaries/?cursor=x', status: 422, gives: { detail: [anything] } },
    ],
  },
  {
    section: '§4.1',
    name: 'both lists can be limited to an author and to words in the title, and sorted oldest first',
    signedIn: { ann: 'token' },
    steps: [
      ...['Straße nach Süden', 'A street', 'Zur alten STRASSE', 'Nach der Straße'].map((title, index) => ({
        send: 'POST /posts/',
        ...(index === 1 ? {} : { headers: { Authorization: 'Bearer <token>' } }),
        json: { title },
        status: 201,
      })),
      {
        send: 'GET /posts/?author_id=1&limit=2',
        status: 200,
        answers: {
          Link: /^<\/posts\/\?limit=2&author_id=1&cursor=[\w-]+>; rel="next"$/,
          'X-Total-Count': null,
        },
        gives: { posts: ['Nach der Straße', 'Zur alten STRASSE'] },
        keep: { next: { header: 'Link', part: /<(.*)>/ } },
      },
      { send: 'GET <next>', status: 200, answers: { Link: null }, gives: { posts: ['Straße nach Süden'] } },
      { send: 'GET /posts/?author_id=2', status: 200, gives: { posts: [] } },
      {
        send: 'GET /posts/?sort=oldest&limit=1',
        status: 200,
        answers: { Link: /\?limit=1&sort=oldest&cursor=/, 'X-Total-Count': '4' },
        gives: { posts: ['Straße nach Süden'] },
        keep: { next: { header: 'Link', part: /<(.*)>/ } },
      },
      { send: 'GET <next>', status: 200, gives: { posts: ['A street'] } },
      {
        send: 'GET /posts/?q=%20NACH%20%09strasse%20',
        status: 200,
        answers: { Link: null, 'X-Total-Count': null },
        gives: { posts: ['Nach der Straße', 'Straße nach Süden'] },
      },
      {
        send: 'GET /posts/?q=stra%C3%9Fe&sort=oldest&limit=2&author_id=1',
        status: 200,
        answers: { Link: /\?limit=2&q=stra%C3%9Fe&author_id=1&sort=oldest&cursor=/ },
        gives: { posts: ['Straße nach Süden', 'Zur alten STRASSE'] },
        keep: { next: { header: 'Link', part: /<(.*)>/ } },
      },
      { send: 'GET <next>', status: 200, answers: { Link: null }, gives: { posts: ['Nach der Straße'] } },
      {
        send: 'GET /posts/summaries/?q=street',
        status: 200,
        gives: { posts: [{ id: 2, title: 'A street', author_id: null, created_at: timestamp }] },
      },
      ...['', '%20', '%E3%80%80%09'].map((blank) => ({
        send: `GET /posts/?q=${blank}&limit=1`,
        status: 200,
        answers: { 'X-Total-Count': '4', Link: /^<\/posts\/\?limit=1&cursor=/ },
      })),
      { send: 'GET /posts/?q=streets', status: 200, answers: { Link: null }, gives: { posts: [] } },
      {
        send: `GET /posts/?q=${'x'.repeat(256)}&author_id=ann&sort=title`,
        status: 422,
        gives: {
          detail: [
            { type: 'string_too_long', loc: ['query', 'q'], msg: anything, input: anything, ctx: anything },
            { type: 'int_parsing', loc: ['query', 'author_id'], msg: anything, input: 'ann' },
            { type: 'literal_error', loc: ['query', 'sort'], msg: anything, input: 'title', ctx: anything },
          ],
        },
      },
    ],
  },
  {
    section: '§2.1',
    name: 'a page of GET /posts/ ends before its titles would make the response too long',
    environment: { POST_RULES: 'basic' },
    steps: [
      ...longTitles.map((title) => ({ send: 'POST /posts/', json: { title }, status: 201 })),
      {
        send: 'GET /posts/',
        status: 200,
        answers: { Link: /rel="next"$/ },
        gives: { posts: longTitles.slice(1).reverse() },
        keep: { next: { header: 'Link', part: /<(.*)>/ } },
      },
      { send: 'GET <next>', status: 200, answers: { Link: null }, gives: { posts: longTitles.slice(0, 1) } },
    ],
  },
  {
    section: '§4.1',
    name: 'a page of GET /posts/ has 100 titles unless the request says otherwise',
    steps: [
      ...Array.from({ length: 101 }, (_, index) => ({
        send: 'POST /posts/',
        json: { title: `Post ${index}` },
        status: 201,
      })),
      {
        send: 'GET /posts/',
        status: 200,
        answers: { Link: /\?limit=100&/ },
        keep: { next: { header: 'Link', part: /<(.*)>/ } },
      },
      { send: 'GET <next>', status: 200, answers: { Link: null }, gives: { posts: ['Post 0'] } },
    ],
  },
  {
    section: '§4.1',
    name: 'GET /posts/ refuses a limit outside 1 to 1000 and a cursor that it never issued',
    steps: [
      { send: 'GET /posts/?limit=1', status: 200 },
      { send: 'GET /posts/?limit=1000', status: 200 },
      ...['0', '1001', '-1', 'all', ''].map((limit) => ({
        send: `GET /posts/?limit=${limit}`,
        status: 422,
        gives: {
          detail: [
            { type: anything, loc: ['query', 'limit'], msg: anything, input: limit, ...context(limit) },
          ],
        },
      })),
      ...['', 'x', 'MjAyNg', '1', '%00', '%F0%9F%99%82'].map((cursor) => ({
        send: `GET /posts/?cursor=${cursor}`,
        status: 422,
        gives: {
          detail: [
            {
              type: 'cursor_unknown',
              loc: ['query', 'cursor'],
              msg: 'Cursor should be one that a Link header of this list gave',
              input: decodeURIComponent(cursor),
            },
          ],
        },
      })),
    ],
  },
  {
    section: '§4.1',
    name: 'GET /docs and GET /redoc return pages that load nothing from other hosts',
    steps: ['/docs', '/docs/', '/redoc', '/redoc/'].map((path) => ({
      send: `GET ${path}`,
      status: 200,
      answers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': /^default-src 'none'/,
      },
      text: /^(?![\s\S]*(?:src|href)="(?:https?:)?\/\/)[\s\S]*<\/html>/i,
    })),
  },
  {
    section: '§4.1',
    name: 'DOCUMENTATION=users shows the document and its pages, with ROOT_PATH in their links, only to signed-in users, by token or cookie',
    environment: { DOCUMENTATION: 'users', ROOT_PATH: '/v1' },
    signedIn: { ann: 'token' },
    steps: [
      ...documents.flatMap((path) => [
        {
          send: `GET ${path}`,
          status: 401,
          answers: { 'WWW-Authenticate': 'Bearer' },
          gives: { detail: 'Not authenticated' },
        },
        { send: `GET ${path}`, headers: { Authorization: 'Bearer <token>' }, status: 200, text: /"\/v1["/]/ },
        { send: `GET ${path}`, headers: { Cookie: '__Host-session=<token>' }, status: 200 },
      ]),
    ],
  },
  {
    section: '§4.1',
    name: 'DOCUMENTATION=off shows the document and its pages to nobody',
    environment: { DOCUMENTATION: 'off' },
    steps: documents.map((path) => ({
      send: `GET ${path}`,
      status: 404,
      gives: { detail: 'Not Found' },
    })),
  },
  {
    section: '§4.1',
    name: 'GET /openapi.json returns the document of the operations that are served',
    steps: [
      {
        send: 'GET /openapi.json',
        status: 200,
        answers: { 'Content-Type': 'application/json' },
        text: /^\{"openapi":"3\.1\.0","info":\{"title":"Posts and Users","description":"[^"]+","version":"1\.0\.0"\}/,
      },
      { send: 'GET /openapi.json', status: 200, text: /"PostCreate".*"PostResponse".*"updated_at"/s },
      { send: 'GET /openapi.json', status: 200, text: /^(?!.*health)/s },
    ],
  },
  {
    section: '§4.1',
    name: 'GET /openapi.json has every operation of the specification’s table, under the path written there',
    steps: specified.map(([method, path]) => ({
      send: 'GET /openapi.json',
      status: 200,
      text: underPath(path, method),
    })),
  },
  {
    section: '§4.1',
    name: 'GET /openapi.json describes the configured variant, under the same names',
    environment: { POST_BINDING: 'form', POST_RULES: 'basic', POST_RESPONSE: 'short' },
    steps: [
      {
        send: 'GET /openapi.json',
        status: 200,
        text: /"application\/x-www-form-urlencoded":\{"schema":\{"\$ref":"#\/components\/schemas\/PostCreate"/,
      },
      { send: 'GET /openapi.json', status: 200, text: /^(?!.*(updated_at|maxLength":200))/s },
    ],
  },
  {
    section: '§4.1',
    name: 'success statuses: HEAD has the status of GET and no body, and 200 is the default',
    steps: [
      { send: 'HEAD /posts/', status: 200, text: '', answers: { 'Content-Type': 'application/json' } },
      { send: 'HEAD /posts/1', status: 404, text: '' },
      { send: 'GET /posts/', status: 200 },
    ],
  },
]

/** Matches an operation of a path in the document, where only paths begin with a slash. */
function underPath(path: string, method: string): RegExp {
  return new RegExp(`"${path.replace(/[{}]/g, '\\$&')}":\\{((?!"/).)*"${method}":\\{"tags"`, 's')
}

function context(limit: string) {
  if (limit === '1001') return { ctx: { le: 1000 } }
  return ['0', '-1'].includes(limit) ? { ctx: { ge: 1 } } : {}
}
