import { type Handlers, routes } from '@postern/contract'
import { literal, Model } from '@postern/model'
import type { SignedIn } from '../sessions/sign-in.ts'
import type { Clock, Storage } from '../storage/storage.ts'

/** What a probe receives when all is well. */
export class Health extends Model({ status: literal(['ok']) }) {}

const health = routes({ prefix: '/health' })

/** Probes for whatever keeps the process running; they are not in the document. */
export const healthRoutes = {
  live: health.get('/live', { response: Health, hidden: true }),
  ready: health.get('/ready', {
    response: Health,
    hidden: true,
    errors: { 503: 'The service is not ready' },
  }),
}

/** What readiness depends on. */
export interface Readiness {
  readonly storage: Pick<Storage, 'check'>
  readonly now: Clock
  /** Whether the service has begun to stop. */
  readonly isStopping: () => boolean
}

/** Live as soon as the service responds; ready while the database accepts writes and no stop has begun. */
export function healthHandlers({
  storage,
  now,
  isStopping,
}: Readiness): Handlers<typeof healthRoutes, SignedIn> {
  const check = checkOnce(storage, now)
  return {
    live: () => ({ status: 'ok' }),
    async ready({ fail }) {
      if (isStopping()) return fail(503)
      await check()
      return { status: 'ok' as const }
    },
  }
}

// Probes are not rate-limited, and each check may be a write: one per second serves all probes, unless it failed.
const keptFor = 1000

function checkOnce(storage: Readiness['storage'], now: Clock): () => Promise<void> {
  let latest: { readonly at: number; readonly done: Promise<void> } | undefined
  return () => {
    const at = now().getTime()
    if (latest !== undefined && at >= latest.at && at - latest.at < keptFor) return latest.done
    const done = storage.check()
    latest = { at, done }
    done.catch(() => {
      latest = undefined
    })
    return done
  }
}
