import type { Api, Contract, Operation } from '@postern/contract'
import type { JsonSchema } from '@postern/model'
import { answerProblems } from './answer-problems.ts'
import { badRequest, goodRequest, type TrialRequest } from './trial-requests.ts'

/** The result of trying one operation. */
export interface Trial {
  readonly operation: string
  /** Method and path: `POST /posts/`. */
  readonly place: string
  /** The statuses of the responses, in order. */
  readonly statuses: readonly number[]
  /** How the responses differ from the document; empty when all is well. */
  readonly problems: readonly string[]
  /** What was missing to try it at all. */
  readonly skipped?: string
}

/**
 * Sends each documented operation its declared example, and a request that it must refuse, and compares the responses
 * with the served document. Operations that create records come first, those that remove them last. A token in a
 * response is used for later requests.
 */
export async function runTrials({ routes }: Contract, api: Api): Promise<readonly Trial[]> {
  const trials: Trial[] = []
  const client: TrialClient = { api, token: undefined }
  for (const [name, operation] of inOrder(Object.entries(routes))) {
    if (operation.declaration.hidden !== true) trials.push(await tryOperation(name, operation, client))
  }
  return trials
}

interface TrialClient {
  readonly api: Api
  /** The first token that a response contained. */
  token: string | undefined
}

const order: readonly string[] = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE']

function inOrder(operations: readonly [string, Operation][]): readonly [string, Operation][] {
  return operations.toSorted(([, a], [, b]) => order.indexOf(a.method) - order.indexOf(b.method))
}

async function tryOperation(name: string, operation: Operation, client: TrialClient): Promise<Trial> {
  const place = `${operation.method} ${operation.path}`
  const good = goodRequest(operation)
  if (typeof good === 'string') return { operation: name, place, statuses: [], problems: [], skipped: good }
  const bad = badRequest(operation, good)
  const statuses: number[] = []
  const problems: string[] = []
  // The bad request first, since the good one may remove the record that both are about.
  for (const request of bad === undefined ? [good] : [bad, good]) {
    const answer = await send(operation, request, client)
    statuses.push(answer.status)
    const found = [
      ...statusProblems(answer.status, request),
      ...(await documentProblems(operation, answer, client.api)),
    ]
    const sent = request === good ? 'the example' : 'a bad request'
    problems.push(...found.map((problem) => `${sent}: ${problem}`))
  }
  return { operation: name, place, statuses, problems }
}

async function send(
  { method, declaration: { errors = {} } }: Operation,
  request: TrialRequest,
  client: TrialClient,
): Promise<Response> {
  const { target, body, contentType, withToken } = request
  const headers = new Headers()
  if (contentType !== undefined) headers.set('content-type', contentType)
  if (withToken && client.token !== undefined) headers.set('authorization', `Bearer ${client.token}`)
  // Where a precondition is required, any state will do.
  if (428 in errors) headers.set('if-match', '*')
  const answer = await client.api.fetch(
    new Request(`http://localhost${target}`, { method, headers, ...(body !== undefined && { body }) }),
  )
  client.token ??= await tokenIn(answer)
  return answer
}

async function tokenIn(answer: Response): Promise<string | undefined> {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return undefined
  const { access_token }: { access_token?: unknown } = Object(await answer.clone().json())
  return typeof access_token === 'string' ? access_token : undefined
}

async function documentProblems(
  { method, path }: Operation,
  answer: Response,
  { document }: Api,
): Promise<string[]> {
  const { status, headers } = answer
  const described: JsonSchema = Object(Object(Object(document['paths'])[path])[method.toLowerCase()])
  const contentType = headers.get('content-type') ?? undefined
  return answerProblems(described, { status, contentType, body: await answer.text() }, document)
}

function statusProblems(status: number, { expected }: TrialRequest): string[] {
  const isExpected = expected === 'success' ? status >= 200 && status < 300 : status === expected
  return isExpected ? [] : [`answered ${status}, not ${expected}`]
}
