import {
  createConverter,
  type Fields,
  type InputOf,
  type Issue,
  type KindLike,
  type ModelInput,
  type OutputOf,
  ValidationError,
} from '@postern/model'
import type { Contract, Operations } from './contract.ts'
import type { Body, Members } from './route/body.ts'
import { fieldsOf, isDeclaredWhole, parametersAt } from './route/fields.ts'
import type { Declaration, Operation } from './route/operation.ts'

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** Where the api is, without a final slash: `https://api.example`. */
  readonly baseUrl: string
  /** Sent with every request: `{ authorization: 'Bearer …' }`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default: the platform's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** A function for every operation of a contract; it throws a ValidationError for a body that the contract refuses. */
export type Client<O extends Operations> = {
  readonly [Name in keyof O]: O[Name] extends Operation<infer D>
    ? (...input: Arguments<CallInput<D>>) => Promise<ClientAnswer<D>>
    : never
}

/** What an operation answered, told apart by `status`. */
export type ClientAnswer<D extends Declaration> =
  | Answer<D extends { readonly status: infer Status } ? Status : 200, BodyOf<D, 'response', null>>
  | Listed<D, 'responses', null>
  | Listed<D, 'errors', { readonly detail?: unknown }>
  | Answer<422, { readonly detail?: readonly Issue[] }>

/** Thrown where an answer is not one that the contract declares. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
  readonly status: number
  /** What did not fit the declared model; none where the status itself is not declared. */
  readonly issues: readonly Issue[]

  constructor(operation: string, status: number, issues: readonly Issue[]) {
    super(
      `${operation} answered ${status}, ${issues.length === 0 ? 'which is not declared' : 'but not what is declared'}`,
    )
    this.status = status
    this.issues = issues
  }
}

/** A client made of the contract alone, with no server code in it; answers are converted through their models. */
export function createClient<const O extends Operations>(
  contract: Contract<O>,
  options: ClientOptions,
): Client<O> {
  const calls = Object.entries(contract.routes).map(([name, operation]) => {
    const read = compileReading(name, operation.declaration)
    const write = compileRequest(operation, options)
    const send = options.fetch ?? ((request: Request) => fetch(request))
    return [name, async (input: UntypedInput = {}) => read(await send(write(input)))]
  })
  return Object.fromEntries(calls)
}

type Answer<Status, Declared> = Status extends number
  ? { readonly status: Status; readonly body: Declared; readonly headers: Headers }
  : never

type BodyOf<D, Key extends string, Otherwise> =
  D extends Readonly<Record<Key, infer Declared extends KindLike>> ? OutputOf<Declared> : Otherwise

type Listed<D, Key extends string, Text> =
  D extends Readonly<Record<Key, infer Declared>>
    ? {
        [Status in keyof Declared]: Answer<
          Status,
          Declared[Status] extends KindLike ? OutputOf<Declared[Status]> : Text
        >
      }[keyof Declared]
    : never

type CallInput<D> = Part<D, 'params'> & Part<D, 'query'> & Part<D, 'headers'> & BodyInput<D>

type Part<D, Key extends string> =
  D extends Readonly<Record<Key, infer Declared>> ? Optional<Key, InputsOf<Declared>> : unknown

type BodyInput<D> = D extends { readonly body: Body<infer Declared> }
  ? Declared extends undefined
    ? { readonly body: Uint8Array<ArrayBuffer> | string }
    : Optional<'body', InputsOf<Declared>>
  : unknown

type Optional<Key extends string, Value> =
  Record<string, never> extends Value ? Readonly<Partial<Record<Key, Value>>> : Readonly<Record<Key, Value>>

type InputsOf<Declared> = Declared extends KindLike
  ? InputOf<Declared>
  : Declared extends Fields
    ? ModelInput<Declared>
    : never

type Arguments<Input> = Record<string, never> extends Input ? [input?: Input] : [input: Input]

interface UntypedInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

function compileRequest(
  { method, path, declaration }: Operation,
  { baseUrl, headers: common }: ClientOptions,
): (input: UntypedInput) => Request {
  const query = parametersAt('query', declaration)
  const named = parametersAt('header', declaration)
  const encode = declaration.body === undefined ? undefined : compileEncoding(declaration.body)
  return (input) => {
    const target = path.replace(/\{([^{}]+)\}/g, (_, name: string) =>
      encodeURIComponent(textOf(input.params?.[name])),
    )
    const search = pairs(query, input.query)
    const headers = new Headers([...Object.entries(common ?? {}), ...pairs(named, input.headers)])
    const encoded = encode?.(input.body)
    if (encoded?.type !== undefined) headers.set('content-type', encoded.type)
    const url = `${baseUrl}${target}${search.length === 0 ? '' : `?${new URLSearchParams(search)}`}`
    return new Request(url, { method, headers, body: encoded?.body ?? null })
  }
}

function pairs(
  fields: readonly { readonly name: string; readonly wireName: string }[],
  values: Readonly<Record<string, unknown>> = {},
): [string, string][] {
  return fields.flatMap(({ name, wireName }) =>
    [values[name]]
      .flat()
      .filter((value) => value !== undefined && value !== null)
      .map((value): [string, string] => [wireName, textOf(value)]),
  )
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

interface Encoded {
  readonly body: BodyInit
  readonly type: string | undefined
}

function compileEncoding({ binding, declared }: Body): (value: unknown) => Encoded {
  if (binding === 'raw') return (value) => ({ body: value as BodyInit, type: undefined })
  const write = compileWriting(declared as Members | KindLike)
  if (binding === 'json' || binding === 'json-or-form') {
    return (value) => ({ body: write(value), type: 'application/json' })
  }
  return (value) => {
    const data = JSON.parse(write(value)) as Record<string, unknown>
    const fields = Object.keys(data).map((name) => ({ name, wireName: name }))
    return { body: new URLSearchParams(pairs(fields, data)), type: undefined }
  }
}

function compileWriting(declared: Members | KindLike): (value: unknown) => string {
  if (isDeclaredWhole(declared)) {
    const { kind, write } = createConverter(declared)
    return (value) => {
      const written = write(value)
      if (!written.ok) throw new ValidationError(kind.name, written.issues)
      return written.value
    }
  }
  const members = fieldsOf(declared).map((field) => ({ ...field, write: compileWriting(field.kind) }))
  return (value) => {
    const source = value as Readonly<Record<string, unknown>>
    const given = members.filter(({ name }) => source[name] !== undefined)
    return `{${given.map(({ name, wireName, write }) => `${JSON.stringify(wireName)}:${write(source[name])}`)}}`
  }
}

function compileReading(name: string, declaration: Declaration): (response: Response) => Promise<unknown> {
  const { status: success = 200, response: model, responses = {}, errors = {} } = declaration
  const declared: Readonly<Record<number, string | KindLike | undefined>> = {
    422: '',
    ...errors,
    ...responses,
    [success]: model,
  }
  const readers = new Map(
    Object.entries(declared).map(([status, answer]) => [
      Number(status),
      typeof answer === 'object' || typeof answer === 'function'
        ? createConverter(answer).convert
        : undefined,
    ]),
  )
  return async (response) => {
    const { status, headers } = response
    if (!readers.has(status)) throw new UnexpectedAnswerError(name, status, [])
    const text = await response.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    const result = readers.get(status)?.(body) ?? { ok: true, value: body }
    if (!result.ok) throw new UnexpectedAnswerError(name, status, result.issues)
    return { status, headers, body: result.value }
  }
}
