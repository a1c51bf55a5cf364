// table: scenarios, one after another
import { anything, type Scenario } from '../scenario.ts'

const user = { username: 'ann', email: 'ann@example.com', age: 30, password: 'correct horse' }
const tooLong = 'x'.repeat(1024 * 1024 + 1)
const website = (length: number) =>
  `https://example.com/${'x'.repeat(length - 'https://example.com/'.length)}`

/** Sections 1, 3, 6, 7, 8 and 9: rules for the service as a whole. */
export const rules: readonly Scenario[] = [
  {
    section: '§1.1',
    name: 'a body is converted and validated before the handler runs: the handler receives typed values',
    environment: { POST_RULES: 'example', POST_BINDING: 'json' },
    steps: [
      {
        send: 'POST /posts/',
        json: { title: 'A', priority: '3' },
        status: 200,
        gives: { title: 'A', content: '', tags: [], priority: 3 },
      },
    ],
  },
  {
    section: '§1',
    name: 'the stages keep their order: route, authentication, size, validation, and the handler’s own refusals last',
    steps: [
      ...[
        { send: 'PUT /nowhere', status: 404 },
        { send: 'PATCH /posts/x', status: 405 },
        { send: 'PUT /posts/x', status: 401 },
      ].map((step) => ({ ...step, headers: { Authorization: 'Bearer pst_wrong' }, body: tooLong })),
      { send: 'PUT /posts/x', body: tooLong, status: 413 },
      { send: 'PUT /posts/1', json: {}, status: 422 },
      { send: 'PUT /posts/1', json: { title: 'A' }, status: 404 },
      { send: 'PUT /posts/x', headers: { Authorization: 'Bearer pst_wrong' }, json: {}, status: 401 },
    ],
  },
  {
    section: '§1.2',
    name: 'a response is converted and filtered through its model before it is sent',
    steps: [
      {
        send: 'POST /users/',
        json: user,
        status: 201,
        text: /^\{"id":1,"username":"ann","email":"ann@example\.com","created_at":"[^"]+Z"\}$/,
      },
    ],
  },
  {
    section: '§1.4',
    name: 'the document is generated from the models that validate',
    steps: [
      {
        send: 'GET /openapi.json',
        status: 200,
        text: /"title":\{"type":"string","maxLength":200,"minLength":1,"title":"Title"\}|"maxLength":200/,
      },
      { send: 'GET /openapi.json', status: 200, text: /"\/posts\/\{post_id\}"/ },
    ],
  },
  {
    section: '§3',
    name: 'no lifecycle is specified: a post has no state, and none is accepted or shown',
    steps: [
      {
        send: 'POST /posts/',
        json: { title: 'A', state: 'draft', status: 'draft' },
        status: 201,
        text: /^(?!.*(state|status|draft))/,
      },
      { send: 'GET /openapi.json', status: 200, text: /^(?!.*"(state|status|published)")/s },
    ],
  },
  {
    section: '§6',
    name: 'no events are specified: there is nothing to subscribe to',
    steps: [
      { send: 'GET /events', status: 404 },
      { send: 'GET /openapi.json', status: 200, text: /^(?!.*"(webhooks|callbacks)")/s },
    ],
  },
  {
    section: '§9',
    name: 'the document is at /openapi.json, and no path has a version',
    steps: [
      { send: 'GET /openapi.json', status: 200 },
      { send: 'GET /v1/posts/', status: 404 },
      { send: 'GET /openapi.json', status: 200, text: /^(?!.*"\/v\d)/s },
    ],
  },
  {
    section: '§7',
    name: 'a body that fails the model is a 422 whose items have type, loc starting with body, msg and input',
    steps: [
      {
        send: 'POST /posts/',
        json: { title: 5, content: null },
        status: 422,
        answers: { 'Content-Type': 'application/json' },
        gives: {
          detail: [
            { type: 'string_type', loc: ['body', 'title'], msg: 'Input should be a valid string', input: 5 },
            {
              type: 'string_type',
              loc: ['body', 'content'],
              msg: 'Input should be a valid string',
              input: null,
            },
          ],
        },
      },
    ],
  },
  {
    section: '§7',
    name: 'a form where JSON is required is of type model_attributes_type',
    steps: [
      {
        send: 'POST /posts/',
        form: { title: 'A' },
        status: 422,
        gives: {
          detail: [{ type: 'model_attributes_type', loc: ['body'], msg: anything, input: 'title=A' }],
        },
      },
    ],
  },
  {
    section: '§7',
    name: 'a required field that is missing is of type missing, msg Field required',
    steps: [
      {
        send: 'POST /posts/',
        json: { content: '' },
        status: 422,
        gives: {
          detail: [
            { type: 'missing', loc: ['body', 'title'], msg: 'Field required', input: { content: '' } },
          ],
        },
      },
    ],
  },
  {
    section: '§7',
    name: 'a custom validator that rejects gives its message, in an item of type value_error',
    steps: [
      {
        send: 'POST /posts/',
        json: { title: ' ' },
        status: 422,
        gives: {
          detail: [
            {
              type: 'value_error',
              loc: ['body', 'title'],
              msg: 'Value error, Title cannot be blank',
              input: ' ',
              ctx: { error: {} },
            },
          ],
        },
      },
    ],
  },
  {
    section: '§8',
    name: 'title length: 1 to 200 characters',
    steps: [
      { send: 'POST /posts/', json: { title: '' }, status: 422 },
      { send: 'POST /posts/', json: { title: 'x' }, status: 201 },
      { send: 'POST /posts/', json: { title: 'x'.repeat(200) }, status: 201 },
      { send: 'POST /posts/', json: { title: 'x'.repeat(201) }, status: 422 },
    ],
  },
  {
    section: '§8',
    name: 'trimmed content length: 0, or at least 10 characters',
    steps: [
      { send: 'POST /posts/', json: { title: 'A', content: '         ' }, status: 201 },
      { send: 'POST /posts/', json: { title: 'A', content: ' 123456789 ' }, status: 422 },
      { send: 'POST /posts/', json: { title: 'A', content: ' 1234567890 ' }, status: 201 },
    ],
  },
  {
    section: '§8',
    name: 'tags count: at most 10',
    environment: { POST_RULES: 'example' },
    steps: [
      { send: 'POST /posts/', json: { title: 'A', priority: 1, tags: Array(10).fill('t') }, status: 201 },
      {
        send: 'POST /posts/',
        json: { title: 'A', priority: 1, tags: Array(11).fill('t') },
        status: 422,
        gives: {
          detail: [
            {
              type: 'too_long',
              loc: ['body', 'tags'],
              msg: 'List should have at most 10 items after validation, not 11',
              input: Array(11).fill('t'),
              ctx: { field_type: 'List', max_length: 10, actual_length: 11 },
            },
          ],
        },
      },
    ],
  },
  {
    section: '§8',
    name: 'priority: 1 to 5 inclusive',
    environment: { POST_RULES: 'example' },
    steps: [
      ...[1, 5].map((priority) => ({ send: 'POST /posts/', json: { title: 'A', priority }, status: 201 })),
      ...[0, 6, 1.5, 'x', null].map((priority) => ({
        send: 'POST /posts/',
        json: { title: 'A', priority },
        status: 422,
      })),
    ],
  },
  {
    section: '§8',
    name: 'username length: 3 to 50 characters',
    steps: [
      { send: 'POST /users/', json: { ...user, username: 'ab' }, status: 422 },
      { send: 'POST /users/', json: { ...user, username: 'x'.repeat(51) }, status: 422 },
      { send: 'POST /users/', json: { ...user, username: 'abc', email: 'a@example.com' }, status: 201 },
      {
        send: 'POST /users/',
        json: { ...user, username: '🙂'.repeat(50), email: 'b@example.com' },
        status: 201,
      },
    ],
  },
  {
    section: '§8',
    name: 'age: 0 to 150 inclusive',
    steps: [
      { send: 'POST /users/', json: { ...user, age: -1 }, status: 422 },
      { send: 'POST /users/', json: { ...user, age: 151 }, status: 422 },
      {
        send: 'POST /users/',
        json: { ...user, username: 'newborn', email: 'a@example.com', age: 0 },
        status: 201,
      },
      {
        send: 'POST /users/',
        json: { ...user, username: 'elder', email: 'b@example.com', age: 150 },
        status: 201,
      },
    ],
  },
  {
    section: '§8',
    name: 'website length: at most 2083 characters',
    steps: [
      {
        send: 'POST /users/',
        json: { ...user, website: website(2084) },
        status: 422,
        gives: {
          detail: [
            {
              type: 'url_too_long',
              loc: ['body', 'website'],
              msg: 'URL should have at most 2083 characters',
              input: website(2084),
              ctx: { max_length: 2083 },
            },
          ],
        },
      },
      { send: 'POST /users/', json: { ...user, website: website(2083) }, status: 201 },
    ],
  },
  {
    section: '§1',
    name: 'every response carries a request id: the client’s own if it is plain, otherwise a new one',
    steps: [
      {
        send: 'GET /posts/',
        headers: { 'X-Request-Id': 'abc-123' },
        status: 200,
        answers: { 'X-Request-Id': 'abc-123' },
      },
      ...['a b', 'a"b'].map((given) => ({
        send: 'GET /posts/',
        headers: { 'X-Request-Id': given },
        status: 200,
        answers: { 'X-Request-Id': /^[\da-f-]{36}$/ },
      })),
      {
        send: 'GET /posts/',
        headers: { 'X-Request-Id': 'a'.repeat(64) },
        status: 200,
        answers: { 'X-Request-Id': 'a'.repeat(64) },
      },
      {
        send: 'GET /posts/',
        headers: { 'X-Request-Id': 'a'.repeat(65) },
        status: 200,
        answers: { 'X-Request-Id': /^[\da-f-]{36}$/ },
      },
      { send: 'GET /nowhere', status: 404, answers: { 'X-Request-Id': /^[\da-f-]{36}$/ } },
      { send: 'GET /docs', status: 200, answers: { 'X-Request-Id': /./ } },
    ],
  },
  {
    section: '§1',
    name: 'the probes report that the service is live and that its storage takes writes; the document omits them',
    steps: [
      { send: 'GET /health/live', status: 200, gives: { status: 'ok' } },
      { send: 'GET /health/ready', status: 200, gives: { status: 'ok' } },
      { send: 'GET /openapi.json', status: 200, text: /^(?!.*health)/s },
    ],
  },
]
