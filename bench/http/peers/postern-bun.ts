import { serveOnBun } from './bun-server.ts'
import { createApi } from './postern-application.ts'
import { openStore } from './store.ts'

serveOnBun(createApi(openStore(process.env['STORAGE'])).fetch)
