import { serve } from '@hono/node-server'
import { app } from './hono-application.ts'

serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1' })
