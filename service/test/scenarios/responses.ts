// table: scenarios, one after another
import { type Scenario, timestamp } from '../scenario.ts'

/** Sections 2.2 and 4.3: every response goes through its response model. */
export const responses: readonly Scenario[] = [
  {
    section: '§2.2',
    name: 'PostResponse has id, title, content, created_at and updated_at, and no other stored field',
    environment: { POST_RULES: 'example' },
    steps: [
      {
        send: 'POST /posts/',
        json: { title: 'A', content: 'b', tags: ['x'], priority: 3 },
        status: 201,
        gives: { id: 1, title: 'A', content: 'b', created_at: timestamp, updated_at: timestamp },
      },
      {
        send: 'PUT /posts/1',
        json: { title: 'B', priority: 4 },
        status: 200,
        gives: { id: 1, title: 'B', content: '', created_at: timestamp, updated_at: timestamp },
      },
    ],
  },
  {
    section: '§2.2',
    name: 'PostResponse, shorter: no updated_at, on every operation',
    environment: { POST_RESPONSE: 'short' },
    steps: [
      {
        send: 'POST /posts/',
        json: { title: 'A' },
        status: 201,
        gives: { id: 1, title: 'A', content: '', created_at: timestamp },
      },
      {
        send: 'PUT /posts/1',
        json: { title: 'B' },
        status: 200,
        gives: { id: 1, title: 'B', content: '', created_at: timestamp },
      },
      {
        send: 'GET /posts/1',
        status: 200,
        gives: { id: 1, title: 'B', content: '', created_at: timestamp },
      },
    ],
  },
  {
    section: '§4.3.1',
    name: 'only the fields of the response model appear: author, version and password do not',
    steps: [
      {
        send: 'POST /users/',
        json: { username: 'ann', email: 'ann@example.com', age: 30, password: 'correct horse' },
        status: 201,
        gives: { id: 1, username: 'ann', email: 'ann@example.com', created_at: timestamp },
      },
      {
        send: 'POST /token',
        form: { username: 'ann', password: 'correct horse' },
        status: 200,
        keep: { token: { body: 'access_token' } },
      },
      {
        send: 'POST /posts/',
        headers: { Authorization: 'Bearer <token>' },
        json: { title: 'A' },
        status: 201,
        gives: { id: 1, title: 'A', content: '', created_at: timestamp, updated_at: timestamp },
      },
    ],
  },
  {
    section: '§4.3.2',
    name: 'values are converted to the declared types: stored strings become ISO 8601 datetimes',
    steps: [
      {
        send: 'POST /posts/',
        json: { title: 'A' },
        status: 201,
        text: /"created_at":"\d{4}-\d\d-\d\dT[\d:.]+Z"/,
      },
    ],
  },
  {
    section: '§4.3.4',
    name: 'a request that does not fit the request model is a 422',
    steps: [
      { send: 'POST /posts/', json: { title: 5 }, status: 422 },
      { send: 'PUT /posts/1', json: { title: 5 }, status: 422 },
      { send: 'POST /users/', json: {}, status: 422 },
      { send: 'POST /token', form: {}, status: 422 },
      { send: 'POST /session/', json: {}, status: 422 },
      { send: 'GET /posts/?limit=x', status: 422 },
    ],
  },
]
