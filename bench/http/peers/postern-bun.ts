import { serve } from '@postern/contract/bun'
import { createApi } from './postern-application.ts'
import { openStore } from './store.ts'

await serve(createApi(openStore(process.env['STORAGE'])), { port: Number(process.env['PORT']) })
