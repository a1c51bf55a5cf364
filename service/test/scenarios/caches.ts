// table: scenarios, one after another
import type { Scenario } from '../scenario.ts'

const asked = { 'Cache-Control': 'no-cache' }
const created = { send: 'POST /posts/', json: { title: 'A' }, status: 201 } as const

/** What caches between the service and its clients may keep (RFC 9111). */
export const caches: readonly Scenario[] = [
  {
    section: '§4.1',
    name: 'caches ask before they reuse a post, a list or a failure: a 404 may be a post at the next request',
    steps: [
      { send: 'GET /posts/1', status: 404, answers: asked },
      { ...created, answers: { 'Cache-Control': null } },
      { send: 'GET /posts/1', status: 200, answers: asked, keep: { tag: { header: 'ETag' } } },
      { send: 'HEAD /posts/1', status: 200, answers: asked },
      { send: 'GET /posts/1', headers: { 'If-None-Match': '<tag>' }, status: 304, answers: asked },
      { send: 'GET /posts/', status: 200, answers: asked },
      { send: 'GET /posts/summaries/', status: 200, answers: asked },
      { send: 'GET /posts/A', status: 422, answers: asked },
      { send: 'GET /users/1', status: 404, answers: asked },
      { send: 'GET /token', status: 405, answers: asked },
      { send: 'GET /nowhere', status: 404, answers: asked },
      { send: 'GET /api/protected/', status: 401, answers: asked },
      { send: 'GET /health/live', status: 200, answers: asked },
      { send: 'GET /health/ready', status: 200, answers: asked },
      { send: 'DELETE /posts/1', status: 204, answers: { 'Cache-Control': null } },
    ],
  },
  {
    section: '§8',
    name: 'caches ask after a 429 too, and where the pages of other origins may read Cache-Control',
    environment: { RATE_LIMIT: 'on', RATE_LIMIT_READ: '1/60', EXPOSED_HEADERS: 'cache-control' },
    steps: [200, 429].map((status) => ({
      send: 'GET /posts/',
      headers: { Origin: 'http://localhost:3000' },
      status,
      answers: { ...asked, 'Access-Control-Expose-Headers': 'cache-control' },
    })),
  },
]
