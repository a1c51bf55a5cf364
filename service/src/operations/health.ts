import { type Handlers, routes } from '@postern/contract'
import { literal, Model } from '@postern/model'
import type { SignedIn } from '../sessions/sign-in.ts'
import type { Storage } from '../storage/storage.ts'

/** What a probe is told when all is well. */
export class Health extends Model({ status: literal(['ok']) }) {}

const health = routes({ prefix: '/health' })

/** Probes for whoever keeps the process running; they are not in the document. */
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
  /** Whether the service has begun to stop. */
  readonly isStopping: () => boolean
}

/** Live as soon as it answers; ready while the database takes writes and nothing has begun to stop. */
export function healthHandlers({ storage, isStopping }: Readiness): Handlers<typeof healthRoutes, SignedIn> {
  return {
    live: () => ({ status: 'ok' }),
    async ready({ fail }) {
      if (isStopping()) return fail(503)
      await storage.check()
      return { status: 'ok' as const }
    },
  }
}
