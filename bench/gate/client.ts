import { Agent, request } from 'node:http'
import type { CountedRequest } from './requests.ts'

/**
 * Sends `count` requests to this machine over one connection, each after the response to the previous one; throws for
 * an unexpected response.
 */
export async function sendInTurn(
  port: number,
  requests: readonly CountedRequest[],
  count: number,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let turn = 0; turn < count; turn++) {
    const counted = requests[turn % requests.length]
    if (counted === undefined) throw new Error('There are no requests to send')
    const status = await send(counted, { port, agent })
    if (status !== counted.status) throw new Error(`Answered ${status} where ${counted.status} was due`)
  }
  agent.destroy()
}

/** Resolves with the status once the whole response has arrived. */
function send({ body, ...counted }: CountedRequest, to: { port: number; agent: Agent }): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...to, ...counted, host: '127.0.0.1' }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    // Headers and body are sent in one piece, so that the server reads once.
    outgoing.once('error', reject).end(body)
  })
}
