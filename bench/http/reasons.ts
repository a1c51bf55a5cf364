// table: why Postern is behind, by scenario and peer
import type { Reason, TargetReason } from '../report/reason.ts'

/** The most specific reasons come first. */
export const HTTP_REASONS: readonly Reason[] = [
  {
    suites: ['http'],
    scenarios: ['100 kB body'],
    peer: 'bare',
    why: 'The floor parses and trims 650 posts and counts them; Postern also checks the type, the length and the well-formedness of each string, and builds each post anew without what was not declared.',
    wouldTake: 'not validating.',
  },
  {
    suites: ['http'],
    runtime: 'bun',
    scenarios: ['100 kB body'],
    peer: 'elysia',
    why: 'Elysia takes the value that the runtime parsed from the request, and fills in no default within a list. Postern reads the bytes, decodes them strictly, looks for lone surrogates and parses the text, so that a refusal gives the place of the error; then it makes an instance of each of 650 posts.',
    wouldTake: 'the runtime’s own `request.json()`, and a second reading of a body that it refuses.',
  },
  {
    suites: ['http'],
    runtime: 'bun',
    scenarios: ['malformed JSON'],
    peer: 'elysia',
    why: 'Elysia says that the body is not what it should be. Postern reads it again after the runtime’s parser, and says what was expected and where, as FastAPI does.',
    wouldTake: 'leaving out the place of the error.',
  },
  {
    suites: ['http', 'storage'],
    runtime: 'bun',
    peer: 'bare',
    why: 'The floor validates and grants nothing, and finds its six paths by one comparison after the other. Bun’s server does more of its work outside JavaScript than Node’s, so the same microseconds of Postern’s are a larger share.',
    wouldTake: 'declaring less than the contract does.',
  },
  {
    suites: ['http', 'storage'],
    runtime: 'node',
    peer: 'bare',
    why: 'The floor validates and grants nothing, and finds its six paths by one comparison after the other.',
    wouldTake: 'declaring less than the contract does.',
  },
  {
    suites: ['http'],
    scenarios: ['after load'],
    peer: 'fastapi',
    why: 'CPython compiles nothing while it runs and frees each object at once; V8 keeps compiled code and collects garbage later, in the bare server too.',
    wouldTake: 'a smaller young generation (`--max-semi-space-size`), paid for with processor time.',
  },
  {
    suites: ['http'],
    runtime: 'node',
    scenarios: ['after load'],
    peer: '',
    why: 'The memory is V8’s young generation, and the buffers that wait until it is collected. Traced with bodies of 100 kB alone, each of its halves grew to 32 MB here and to 16 MB in Fastify’s server, which handles half as many requests in that time. A body of several pieces is also in memory once more when they are joined. V8 gives a grown generation back after 100 s without a full collection. With `--max-semi-space-size=8` and the same load they hold 138 to 186 and 142 MB.',
    wouldTake:
      'measuring after two minutes of rest, or a smaller young generation (`--max-semi-space-size`), paid for with processor time.',
  },
]

/** Why the servers miss a target. */
export const HTTP_TARGET_REASONS: readonly TargetReason[] = [
  {
    suites: ['http'],
    promise: 'postern-node, create valid: at most 1.05× bare',
    why: 'The bare server validates and grants nothing. Postern saves the cost of its extra work by taking bodies as Node’s parser reads them and by sending a turn’s responses together.',
    wouldTake: 'a machine that does nothing else.',
  },
  {
    suites: ['http'],
    promise: 'postern-node, create valid: at most 0.8× fastify',
    why: 'The bare server, which is `node:http` and little else, takes about 0.85 of what Fastify does: it reads requests, and makes the system calls for each. Postern takes as much as the bare server.',
    wouldTake: 'an HTTP server other than `node:http`.',
  },
  {
    suites: ['http'],
    promise: 'postern-bun, create valid: at most 1.08× bare',
    why: 'The bare server reads no header and takes the body as a string, in which the runtime has put U+FFFD for what is not UTF-8. A hand-written server that reads the bytes and decodes them strictly, reads the four headers that a contract needs and responds to the bodies of a turn together, as Postern does, has 1.09 of its instructions (callgrind, whole processes: 40,000 for 36,700 a request), and 1.14 if it binds and responds with Postern’s models. The exchange with its policy and table makes that 1.26, the adapter 1.29.',
    wouldTake: 'one generated function for each route instead of readable steps.',
  },
  {
    suites: ['http'],
    promise: 'postern-bun, create valid: at most 0.65× elysia',
    why: 'The bare server, which validates nothing, takes about 0.58 of what Elysia does. That leaves about 12 percent of the bare server’s time for all of Postern’s extra work.',
    wouldTake: 'about as much time as the bare server takes.',
  },
  {
    suites: ['http'],
    promise: 'postern-bun, preflight: no more than an empty reply and 1 µs',
    why: 'A bare server that reads the four deciding headers of a preflight, checks nothing and sends the same six ready-made headers takes 1.05 µs more than one whose response to the same preflight is empty; Postern takes 0.3 µs more than that (measured apart, on a faster machine). In instructions (callgrind, whole processes): 18,400 with an empty response, 28,200 by hand, 31,000 by Postern.',
    wouldTake: 'a server that writes headers as cheaply as `node:http`, where the same target is met.',
  },
  {
    suites: ['http'],
    promise: '422 with two errors: no more than a success',
    why: 'Counted on Node, both cost the same: the server executes 0.99 of a success’s instructions for it (`npm run bench:gate`, over a socket). Timed on a machine that others disturb, the windows of the two are further apart than that, as the interval shows.',
    wouldTake: 'a machine that does nothing else.',
  },
]
