import { serve } from '@postern/contract/node'
import { createApi } from '../http/peers/postern-application.ts'
import { openStore } from '../http/peers/store.ts'
import { createMarker } from './mark.ts'

// Counted: a server that tells its port on its output, as `serve.ts NAME WARM-UP TURNS`; a request is a turn.
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
  // On a busy machine the next request may be long in coming.
  { port: 0, keepAliveTimeout: 600_000 },
)
console.log(port)
