import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeContract } from '@postern/contract'
import type { JsonSchema } from '@postern/model'
import { createContract } from '../src/contract.ts'
import { createLog } from '../src/operations/log.ts'
import { startService } from '../src/service.ts'
import { parseSettings } from '../src/settings.ts'

/** A service on a free port, over its own database. */
export interface TestService extends AsyncDisposable {
  readonly origin: string
  readonly databaseUrl: string
  /** The folder of its database, unless the environment names another one. */
  readonly folder: string
  /** Its OpenAPI document. */
  readonly document: JsonSchema
  /** The log so far, one object per line. */
  readonly log: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Starts the service in this process with these variables over a new SQLite file. Clients are not limited unless the
 * variables say so.
 */
export async function startTestService(
  environment: Readonly<Record<string, string>> = {},
  now: () => Date = () => new Date(),
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'postern-'))
  const lines: Record<string, unknown>[] = []
  const settings = parseSettings({
    PORT: '0',
    RATE_LIMIT: 'off',
    DATABASE_URL: `sqlite:${join(folder, 'postern.db')}`,
    ...environment,
  })
  const write = (line: string) => lines.push(JSON.parse(line))
  const log = createLog({ level: settings.logLevel, readable: false, write })
  const service = await startService({ settings, log, now })
  return {
    origin: service.origin,
    databaseUrl: settings.databaseUrl,
    folder,
    document: describeContract(createContract(settings.posts), { rootPath: settings.rootPath }),
    log: lines,
    [Symbol.asyncDispose]: async () => {
      await service.stop()
      await rm(folder, { recursive: true })
    },
  }
}
