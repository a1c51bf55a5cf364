import type { Expectation, Vector } from './vector.ts'

/** A response, however it was obtained. `reached` says whether it comes from the application. */
export interface Answer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  readonly reached: boolean
}

/** Returns every difference between a response and its vector; empty when it passes. */
export function answerMisses(vector: Vector, answer: Answer): readonly string[] {
  const { expect } = vector
  return [
    ...statusMisses(vector, answer),
    ...codeMisses(expect, answer),
    ...sizeMisses(expect, answer),
    ...headerMisses(expect, answer),
    ...tokenMisses(expect, answer),
    ...varyMisses(expect, answer),
  ]
}

function statusMisses({ expect, handler }: Vector, { status, reached }: Answer): string[] {
  const misses: string[] = []
  const wanted = expect.status === 'app' ? (handler?.status ?? 200) : expect.status
  if (wanted !== undefined && status !== wanted) misses.push(`status ${status}, not ${wanted}`)
  if (expect.status === 'app' && !reached) misses.push('the application was not reached')
  if (expect.preflight === false && !reached) misses.push('it was answered as a preflight')
  if (expect.refused === true && status < 300) misses.push(`status ${status} is no refusal`)
  return misses
}

function codeMisses({ codes }: Expectation, { body }: Answer): string[] {
  if (codes === undefined) return []
  const { detail = [] }: { detail?: { type: string }[] } = body.startsWith('{') ? JSON.parse(body) : {}
  const found = detail.map(({ type }) => type).join()
  return found === codes.join() ? [] : [`codes ${found}, not ${codes.join()}`]
}

function sizeMisses({ max_response_header_bytes: most }: Expectation, { headers }: Answer): string[] {
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  return most !== undefined && bytes > most ? [`${bytes} bytes of headers, more than ${most}`] : []
}

function headerMisses({ headers = {}, absent = [] }: Expectation, answer: Answer): string[] {
  const wrong = Object.entries(headers)
    .filter(([name, value]) => valuesOf(answer, name).join(' AND ') !== value)
    .map(([name, value]) => `${name}: ${valuesOf(answer, name).join(' AND ') || '(none)'}, not ${value}`)
  const present = absent
    .filter((name) => valuesOf(answer, name).length > 0)
    .map((name) => `${name} is present: ${valuesOf(answer, name).join(' AND ')}`)
  return [...wrong, ...present]
}

function tokenMisses({ tokens = {} }: Expectation, answer: Answer): string[] {
  return Object.entries(tokens).flatMap(([name, { all = [], none = [] }]) => {
    const cased = name.endsWith('-methods')
    const fold = (text: string) => (cased ? text : text.toLowerCase())
    const members = membersOf(answer, name).map(fold)
    return [
      ...all.filter((token) => !members.includes(fold(token))).map((token) => `${name} lacks ${token}`),
      ...none.filter((token) => members.includes(fold(token))).map((token) => `${name} has ${token}`),
    ]
  })
}

function varyMisses({ vary = {} }: Expectation, answer: Answer): string[] {
  const { includes = [], excludes = [], exactly, no_duplicates = false } = vary
  const members = membersOf(answer, 'vary').map((member) => member.toLowerCase())
  const has = (name: string) => members.includes(name.toLowerCase())
  const value = valuesOf(answer, 'vary').join(', ')
  const isRepeated = new Set(members).size < members.length
  return [
    ...includes.filter((name) => !has(name)).map((name) => `vary lacks ${name}`),
    ...excludes.filter(has).map((name) => `vary has ${name}`),
    ...(exactly !== undefined && value !== exactly ? [`vary: ${value}, not ${exactly}`] : []),
    ...(no_duplicates && isRepeated ? [`vary repeats: ${value}`] : []),
  ]
}

function membersOf(answer: Answer, name: string): string[] {
  const members = valuesOf(answer, name).flatMap((value) => value.split(','))
  return members.map((member) => member.trim()).filter((member) => member !== '')
}

function valuesOf({ headers }: Answer, name: string): string[] {
  return headers.filter(([own]) => own.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
}
