import type { IncomingMessage, ServerResponse } from 'node:http'
import { compilePolicy, withCorsListener } from '@postern/contract/cors'
import cors from 'cors'
import type { Case } from '../cases.ts'
import type { Duel } from '../contender.ts'
import { createNodeExchange, grantedByNode, type NodeExchange } from '../node-exchange.ts'
import { originOption } from './origin-option.ts'

/** expressjs/cors against Postern's listener, both around a node:http listener that writes one word. */
export function openExpress(one: Case): Duel {
  const { options } = one
  const application = (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.end('ok')
  }
  const postern = withCorsListener(compilePolicy(options), application)
  const express = cors({
    origin: originOption(options),
    credentials: options.allowCredentials,
    exposedHeaders: [...(options.exposeHeaders ?? [])],
    allowedHeaders: options.allowHeaders?.includes('*') ? undefined : [...(options.allowHeaders ?? [])],
    maxAge: options.maxAge,
    optionsSuccessStatus: 200,
  })
  const prepare = () => createNodeExchange(one)
  return {
    framework: 'node:http, expressjs/cors',
    postern: {
      name: 'postern',
      prepare,
      run: ({ request, response }: NodeExchange) => postern(request, response),
      granted: grantedByNode,
    },
    peer: {
      name: 'cors',
      prepare,
      run: ({ request, response }: NodeExchange) =>
        express(request, response, () => application(request, response)),
      granted: grantedByNode,
    },
  }
}
