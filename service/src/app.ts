import {
  type AnswerNotice,
  type Api,
  type ApiOptions,
  type Contract,
  type Incoming,
  implement,
  wrapExchange,
} from '@postern/contract'
import { createRefusalLog } from '@postern/contract/cors'
import { createContract } from './contract.ts'
import { type Admission, type Admit, withAdmission } from './operations/admission.ts'
import { createClientAddress } from './operations/client-address.ts'
import { documentsFor } from './operations/documentation.ts'
import { healthHandlers } from './operations/health.ts'
import { createLoad } from './operations/load.ts'
import type { Log } from './operations/log.ts'
import type { Metrics } from './operations/metrics.ts'
import { createRateLimits } from './operations/rate-limits.ts'
import { createClassifier } from './operations/request-class.ts'
import { withRequestIds, withRequestLog } from './operations/request-log.ts'
import { withRevalidation } from './operations/revalidation.ts'
import { withRootPath } from './operations/root-path.ts'
import { answerUnavailable } from './operations/unavailable.ts'
import { createEntityTag } from './posts/entity-tag.ts'
import { postCreationHandlers, postHandlers } from './posts/handlers.ts'
import { createIdempotentCreation } from './posts/idempotent-creation.ts'
import { createPostModels, type PostModels } from './posts/models.ts'
import type { PostStore } from './posts/store.ts'
import { sessionHandlers } from './sessions/handlers.ts'
import { createSignIn } from './sessions/sign-in.ts'
import { withoutStaleCookies } from './sessions/stale-cookie.ts'
import type { Settings } from './settings.ts'
import type { Clock, Storage } from './storage/storage.ts'
import { userHandlers } from './users/handlers.ts'

/** What the service is made of. */
export interface AppOptions {
  readonly settings: Settings
  readonly storage: Storage
  readonly now: Clock
  readonly log: Log
  /** Counts the requests. Default: nothing is counted. */
  readonly metrics?: Metrics | undefined
  /** Whether the service has begun to stop; it then reports that it is not ready. */
  readonly isStopping: () => boolean
  /** Milliseconds that work currently waits for its turn. Default: no request is refused for this reason. */
  readonly loopDelay?: () => number
}

/** Creates the service for any runtime: its contract with handlers over a storage. */
export function createApp({ settings, storage, now, log, metrics, ...state }: AppOptions): Api {
  const { isStopping, loopDelay = () => 0 } = state
  const models = createPostModels(settings.posts)
  const declared = createContract(settings.posts, models)
  const signIn = createSignIn({ ...storage, now })
  const load = createLoad({ ...settings.limits, loopDelay })
  const handlers = load.track({
    ...handlersOfPosts(storage.posts, settings.posts, models),
    ...userHandlers(storage.users),
    ...sessionHandlers(signIn),
    ...healthHandlers({ storage, now, isStopping }),
  })
  const admit = inTurn(load.admit, createRateAdmit(declared, settings.limits))
  const api = withRequestLog(log, declared, (notices) => {
    const reportRefused = createRefusalReporter(settings, log)
    const onAnswer = (notice: AnswerNotice) => {
      notices.onAnswer(notice)
      reportRefused?.(notice.incoming)
      metrics?.observe(declared, notice)
    }
    const options = {
      cors: settings.policy,
      documents: documentsFor(settings.documentation, settings.rootPath),
      errorHandler: answerUnavailable(notices.onUnavailable),
      onError: notices.onError,
      onAnswer,
      ...dropReporter(settings, log),
    }
    const served = withoutStaleCookies(signIn.authenticate, (authenticate) =>
      withRootPath(implement(declared, handlers, { ...options, authenticate }), settings.rootPath),
    )
    return withAdmission(served, { admit, onAnswer })
  })
  // One layer for all of them: each would cost every request.
  return wrapExchange(api, (exchange) => {
    const identified = withRequestIds(withRevalidation(exchange))
    return metrics === undefined ? identified : metrics.watch(identified)
  })
}

/**
 * In development, logs a refused origin once, and what an allowed origin requests in vain, with the setting that would
 * allow it.
 */
function createRefusalReporter({ policy, stage }: Settings, log: Log) {
  return stage === 'development' ? createRefusalLog(policy, (line) => log.warn(line)) : undefined
}

/** In development, logs once at level debug which stored fields a response leaves out (spec §4.3.1): names, never values. */
function dropReporter({ stage }: Settings, log: Log): Pick<ApiOptions<never>, 'onDrop'> {
  if (stage !== 'development' || !log.isLevelEnabled('debug')) return {}
  return { onDrop: (notice) => log.debug(notice, 'left out by the response model') }
}

function handlersOfPosts(posts: PostStore, settings: Settings['posts'], models: PostModels) {
  const tagOf = createEntityTag(settings.response)
  const createOnce = createIdempotentCreation({ posts, tagOf, ...models })
  return {
    createPost: postCreationHandlers({ posts, tagOf, createOnce })[settings.binding],
    ...postHandlers({ posts, tagOf }),
  }
}

function createRateAdmit(
  declared: Contract,
  { rates, trustedProxies }: Settings['limits'],
): Admit | undefined {
  if (rates === undefined) return undefined
  const clientOf = createClientAddress(trustedProxies)
  return createRateLimits({ rates, classify: createClassifier(declared), clientOf })
}

/** A request that the first one refuses does not count for the second. */
function inTurn(first: (incoming: Incoming) => Admission, second: Admit | undefined): Admit {
  if (second === undefined) return first
  return (incoming) => {
    const admission = first(incoming)
    return admission.refusal === undefined ? second(incoming) : admission
  }
}
