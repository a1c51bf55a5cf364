import { serve } from '@postern/contract/node'
import { createApp } from '../../../service/src/app.ts'
import { createLog } from '../../../service/src/operations/log.ts'
import { openLoopDelay } from '../../../service/src/operations/loop-delay.ts'
import { createMetrics } from '../../../service/src/operations/metrics.ts'
import { parseSettings } from '../../../service/src/settings.ts'
import { createMemoryStorage } from './memory-storage.ts'

// The service as its own start creates it, except for the storage.
const settings = parseSettings(process.env)
const write = (line: string) => void process.stderr.write(line)
const api = createApp({
  settings,
  storage: createMemoryStorage(),
  now: () => new Date(),
  log: createLog({ level: settings.logLevel, readable: false, write }),
  metrics: settings.metrics && createMetrics(),
  isStopping: () => false,
  loopDelay: openLoopDelay().read,
})
await serve(api, { host: settings.host, port: settings.port })
