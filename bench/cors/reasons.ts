// table: why a cross-origin policy is behind, by peer
import type { Reason } from '../report/reason.ts'

/** The most specific reasons come first. */
export const CORS_REASONS: readonly Reason[] = [
  {
    suites: ['cors'],
    peer: 'hono/cors',
    why: 'Postern reads the method and the headers that a preflight requests, and checks each name against the grammar and the policy; a refusal is a 403 that says what was refused. hono/cors responds to each with a 204, with or without grants.',
    wouldTake: 'granting without checking what was requested.',
  },
  {
    suites: ['cors'],
    peer: '@fastify/cors',
    why: 'Where every header is allowed, Postern reads the requested list, checks each name against the grammar and names it in the response, because a star covers neither Authorization nor requests with credentials: 0.4 µs. The peer repeats the list as it came.',
    wouldTake: 'repeating what was requested without reading it.',
  },
]
