import { setTimeout } from 'node:timers/promises'
import type { Api } from '@postern/contract'
import { type RunningServer, serve } from '@postern/contract/node'
import { createApp } from './app.ts'
import type { Log } from './operations/log.ts'
import { openLoopDelay } from './operations/loop-delay.ts'
import type { Metrics } from './operations/metrics.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { openStorage } from './storage/open.ts'
import type { Clock, Storage } from './storage/storage.ts'

/** What a service starts with. */
export interface ServiceOptions {
  readonly settings: Settings
  readonly log: Log
  readonly now: Clock
}

/** A running service. */
export interface Service {
  /** `http://host:port`, with the actual port. */
  readonly origin: string
  /** Where `/metrics` is; undefined where there are no metrics. */
  readonly metricsOrigin: string | undefined
  /** The name of the database for people, never with a password. */
  readonly database: string
  /** Reports not ready, then refuses connections, finishes the requests in progress and closes the database. */
  readonly stop: () => Promise<void>
}

/** Opens the database, creating and migrating it as needed, and serves. Throws what `openStorage` throws, or a `StartError`. */
export async function startService(options: ServiceOptions): Promise<Service> {
  await tryListening(options.settings)
  const storage = await openStorage(options.settings.databaseUrl, { now: options.now })
  try {
    return await serveFrom(storage, options)
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** Throws a `StartError` if the service cannot listen, before a database is created or migrated for it. */
async function tryListening({ host, port, metrics }: Settings): Promise<void> {
  const silent = { exchange: () => undefined }
  const server = await listen(silent, { host, port }, serviceSettings)
  await server.close(0)
  if (metrics === undefined) return
  const metricsServer = await listen(silent, metrics, metricsSettings)
  await metricsServer.close(0)
}

const serviceSettings = 'HOST and PORT'
const metricsSettings = 'METRICS_HOST and METRICS_PORT'

async function serveFrom(storage: Storage, { settings, log, now }: ServiceOptions): Promise<Service> {
  let isStopping = false
  const metrics = settings.metrics && (await openMetrics())
  const delay = openLoopDelay()
  const state = { isStopping: () => isStopping, loopDelay: delay.read }
  const api = createApp({ settings, storage, now, log, metrics, ...state })
  const { host, port, keepAlive } = settings
  const server = await listen(api, { host, port, keepAliveTimeout: keepAlive * 1000 }, serviceSettings)
  const metricsServer = await listenForMetrics(metrics, settings).catch(async (error) => {
    await server.close(0)
    throw error
  })
  const stop = async () => {
    isStopping = true
    await setTimeout(settings.stop.announce * 1000)
    await server.close(settings.stop.drain * 1000)
    // Metrics stay available to the end: the last seconds are the ones people ask about.
    await metricsServer?.close(0)
    delay.close()
    await storage.close()
  }
  return { origin: server.url, metricsOrigin: metricsServer?.url, database: storage.describe(), stop }
}

/** Loaded on demand: the metrics account for a sixth of all modules loaded at start. */
async function openMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('./operations/metrics.ts')
  return createMetrics()
}

async function listenForMetrics(
  metrics: Metrics | undefined,
  settings: Settings,
): Promise<RunningServer | undefined> {
  if (metrics === undefined || settings.metrics === undefined) return undefined
  const { createMetricsApi } = await import('./operations/metrics-api.ts')
  const isPort = settings.metrics.port === settings.port
  // HOST and METRICS_HOST may be two names of one address, which only the system knows.
  const named = isPort ? `${metricsSettings}, which is also the PORT of the service` : metricsSettings
  return listen(createMetricsApi(metrics), settings.metrics, named)
}

async function listen(
  api: Pick<Api, 'exchange'>,
  listening: { readonly host: string; readonly port: number; readonly keepAliveTimeout?: number },
  settings: string,
): Promise<RunningServer> {
  try {
    return await serve(api, listening)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new StartError(`${error.message}. The settings are ${settings}`, { cause: error })
  }
}
