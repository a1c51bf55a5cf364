import { createRequire } from 'node:module'
import type { IRateLimiterOptions, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Admission, Admit } from './admission.ts'
import type { ClientAddress } from './client-address.ts'
import { limited } from './declared-failures.ts'
import type { Classify, RequestClass } from './request-class.ts'

/** A number of requests within a number of seconds. */
export interface Rate {
  readonly requests: number
  readonly seconds: number
}

/** What rate limiting works with. */
export interface RateLimitsOptions {
  readonly rates: Readonly<Record<RequestClass, Rate>>
  readonly classify: Classify
  readonly clientOf: ClientAddress
}

/**
 * Counts the requests of each client and class in this process's memory. Every response reports what is left to its
 * client (draft-ietf-httpapi-ratelimit-headers-10); a request over the rate gets a 429 with `Retry-After` (RFC 6585
 * §4).
 */
export function createRateLimits({ rates, classify, clientOf }: RateLimitsOptions): Admit {
  const windows = {
    'sign-in': createWindow('sign-in', rates['sign-in']),
    'sign-up': createWindow('sign-up', rates['sign-up']),
    write: createWindow('write', rates.write),
    read: createWindow('read', rates.read),
  }
  return (incoming) => {
    const name = classify(incoming)
    return name === undefined ? unlimited : windows[name](clientOf(incoming))
  }
}

const unlimited: Admission = { headers: [] }

function createWindow(name: RequestClass, { requests, seconds }: Rate) {
  const limiter = createLimiter({ points: requests, duration: seconds })
  const policy = ['ratelimit-policy', `"${name}";q=${requests};w=${seconds}`]
  const headersOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => {
    // If the clock was set back meanwhile, the window would appear to end much later; it still expires in time.
    const wait = Math.min(seconds, Math.max(1, Math.ceil(msBeforeNext / 1000)))
    return { wait, headers: [...policy, 'ratelimit', `"${name}";r=${remainingPoints};t=${wait}`] }
  }
  const admitted = (state: RateLimiterRes): Admission => ({ headers: headersOf(state).headers })
  const refused = (state: RateLimiterRes): Admission => {
    const { wait, headers } = headersOf(state)
    return {
      headers: [...headers, 'retry-after', String(wait)],
      refusal: { status: 429, detail: limited[429] },
    }
  }
  return (client: string): Promise<Admission> => limiter.consume(client).then(admitted, refused)
}

/** Creates an in-memory limiter. Its path is documented but has no types; importing the whole library takes 15 ms of a start. */
function createLimiter(options: IRateLimiterOptions): RateLimiterMemory {
  const path = 'rate-limiter-flexible/lib/RateLimiterMemory.js'
  const MemoryLimiter: typeof RateLimiterMemory = createRequire(import.meta.url)(path)
  return new MemoryLimiter(options)
}
