import { type AnswerNotice, type Api, type Contract, contract, implement } from '@postern/contract'
import { type Admit, withAdmission } from './operations/admission.ts'
import { createClientAddress } from './operations/client-address.ts'
import { healthHandlers, healthRoutes } from './operations/health.ts'
import type { Log } from './operations/log.ts'
import type { Metrics } from './operations/metrics.ts'
import { createRateLimits } from './operations/rate-limits.ts'
import { createClassifier } from './operations/request-class.ts'
import { withRequestLog } from './operations/request-log.ts'
import { answerUnavailable } from './operations/unavailable.ts'
import { postCreationHandlers, postHandlers } from './posts/handlers.ts'
import { createIdempotentCreation } from './posts/idempotent-creation.ts'
import { createPostModels } from './posts/models.ts'
import { createEntityTag } from './posts/precondition.ts'
import { postCreationRoutes, postRoutes } from './posts/routes.ts'
import { sessionHandlers } from './sessions/handlers.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { withoutStaleCookies } from './sessions/stale-cookie.ts'
import type { Settings } from './settings.ts'
import type { Clock, Storage } from './storage/storage.ts'
import { userHandlers } from './users/handlers.ts'
import { userRoutes } from './users/routes.ts'

/** What the service is made of. */
export interface AppOptions {
  readonly settings: Settings
  readonly storage: Storage
  readonly now: Clock
  readonly log: Log
  /** Counts the requests; without it nothing is counted. */
  readonly metrics?: Metrics | undefined
  /** Whether the service has begun to stop; it is not ready then. */
  readonly isStopping: () => boolean
}

/** The contract of the service as its settings make it (spec §4.1). */
export function createContract(posts: Settings['posts']) {
  const models = createPostModels(posts)
  return contract({
    title: 'Posts and Users',
    version: '1.0.0',
    description: 'Posts and users, validated as they come and filtered as they leave.',
    routes: {
      createPost: postCreationRoutes(models)[posts.binding],
      ...postRoutes(models),
      ...userRoutes,
      ...sessionRoutes,
      ...healthRoutes,
    },
  })
}

/** The service, ready for any runtime: its contract with handlers over a storage. */
export function createApp({ settings, storage, now, log, metrics, isStopping }: AppOptions): Api {
  const { posts, users, sessions } = storage
  const declared = createContract(settings.posts)
  const tagOf = createEntityTag(settings.posts.response)
  const createOnce = createIdempotentCreation({ posts, tagOf, ...createPostModels(settings.posts) })
  const signIn = createSignIn({ users, sessions, now })
  const tell = ({ message }: Error) => log.warn({ reason: message }, 'storage unavailable')
  const handlers = answerUnavailable(
    {
      createPost: postCreationHandlers({ posts, tagOf, createOnce })[settings.posts.binding],
      ...postHandlers({ posts, tagOf }),
      ...userHandlers(users),
      ...sessionHandlers(signIn),
      ...healthHandlers({ storage, isStopping }),
    },
    tell,
  )
  const { known } = answerUnavailable({ known: signIn.authenticate }, tell)
  const admit = createAdmit(declared, settings.limits)
  const api = withRequestLog(log, declared, (notices) => {
    const onAnswer = (notice: AnswerNotice) => {
      notices.onAnswer(notice)
      metrics?.observe(declared, notice)
    }
    const options = { cors: settings.policy, onError: notices.onError, onAnswer }
    const served = withoutStaleCookies(known, (authenticate) =>
      implement(declared, handlers, { ...options, authenticate }),
    )
    return withAdmission(served, { admit, onAnswer })
  })
  return metrics === undefined ? api : { ...api, exchange: metrics.watch(api.exchange) }
}

function createAdmit(declared: Contract, { rates, trustedProxies }: Settings['limits']): Admit {
  if (rates === undefined) return () => ({ headers: [] })
  const clientOf = createClientAddress(trustedProxies)
  return createRateLimits({ rates, classify: createClassifier(declared), clientOf })
}
