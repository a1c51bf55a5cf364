import { type RunningServer, serve } from '@postern/contract/node'
import { createApp } from './app.ts'
import type { Log } from './operations/log.ts'
import type { Settings } from './settings.ts'
import { openStorage } from './storage/open.ts'
import type { Clock } from './storage/storage.ts'

/** What a service is started with. */
export interface ServiceOptions {
  readonly settings: Settings
  readonly log: Log
  readonly now: Clock
}

/** A service that serves. */
export interface Service {
  /** `http://host:port`, with the port that was taken. */
  readonly origin: string
  /** The database in words, never with a password. */
  readonly database: string
  /** Takes no more requests, finishes those that were begun (for ten seconds at most) and closes the database. */
  readonly stop: () => Promise<void>
}

/** The service cannot start until somebody acts; the message says what is wrong and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Opens the database, making and migrating what it needs, and serves. Throws as `openStorage` does, or a `StartError`. */
export async function startService({ settings, log, now }: ServiceOptions): Promise<Service> {
  const storage = await openStorage(settings.databaseUrl, { now })
  let isStopping = false
  try {
    const api = createApp({ settings, storage, now, log, isStopping: () => isStopping })
    const server = await listen(api, settings)
    const stop = async () => {
      isStopping = true
      await server.close()
      await storage.close()
    }
    return { origin: server.url, database: storage.describe(), stop }
  } catch (error) {
    await storage.close()
    throw error
  }
}

async function listen(api: Parameters<typeof serve>[0], { host, port }: Settings): Promise<RunningServer> {
  try {
    return await serve(api, { host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const advice = advices[code]
    if (advice === undefined) throw error
    throw new StartError(`Cannot listen on ${host}:${port}: ${advice}`, { cause: error })
  }
}

const advices: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program does already. Stop it, or set PORT to another number (0 for any free one)',
  EACCES: 'this user may not. Set PORT to a number above 1023',
  EADDRNOTAVAIL: 'this machine has no such address. Set HOST to 127.0.0.1, or to 0.0.0.0 for every one',
  ENOTFOUND: 'no such host is known. Set HOST to 127.0.0.1, or to 0.0.0.0 for every one',
}
