import { serve } from '@postern/contract/node'
import { createApi } from '../http/peers/postern-application.ts'
import { openStore } from '../http/peers/store.ts'
import { createMarker } from './mark.ts'

// A counted program: a server that prints its port, as `serve.ts NAME WARM-UP TURNS`; each request is a turn.
const [, , turns] = process.argv.slice(2)
const passTurn = createMarker(Number(turns))
const { exchange } = createApi(openStore())
const { port } = await serve(
  {
    exchange: (incoming, deliver) => {
      passTurn()
      return exchange(incoming, deliver)
    },
  },
  // On a busy machine the next request may take long to arrive.
  { port: 0, keepAliveTimeout: 600_000 },
)
console.log(port)
