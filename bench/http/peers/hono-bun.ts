import { serveOnBun } from './bun-server.ts'
import { app } from './hono-application.ts'

serveOnBun(app.fetch)
