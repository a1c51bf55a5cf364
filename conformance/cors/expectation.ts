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
    ...headerMisses(expect, answer),
    ...tokenMisses(expect, answer),
    ...varyMisses(expect, answer),
  ]
}

function statusMisses({ expect, handler }: Vector, { status, body, headers, reached }: Answer): string[] {
  const misses: string[] = []
  const wanted = expect.status === 'app' ? (handler?.status ?? 200) : expect.status
  if (wanted !== undefined && status !== wanted) misses.push(`status ${status}, not ${wanted}`)
  if (expect.status === 'app' && !reached) misses.push('the application was not reached')
  if (expect.preflight === false && !reached) misses.push('it was answered as a preflight')
  if (expect.refused === true && status < 300) misses.push(`status ${status} is no refusal`)
  if (expect.codes !== undefined && codesOf(body) !== expect.codes.join()) {
    misses.push(`codes ${codesOf(body)}, not ${expect.codes.join()}`)
  }
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  const most = expect.max_response_header_bytes
  if (most !== undefined && bytes > most) misses.push(`${bytes} bytes of headers, more than ${most}`)
  return misses
}

function codesOf(body: string): string {
  const { detail = [] }: { detail?: { type: string }[] } = body.startsWith('{') ? JSON.parse(body) : {}
  return detail.map(({ type }) => type).join()
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
  const members = membersOf(answer, 'vary').map((member) => member.toLowerCase())
  const misses = (vary.includes ?? [])
    .filter((name) => !members.includes(name.toLowerCase()))
    .map((name) => `vary lacks ${name}`)
  for (const name of vary.excludes ?? []) {
    if (members.includes(name.toLowerCase())) misses.push(`vary has ${name}`)
  }
  const value = valuesOf(answer, 'vary').join(', ')
  if (vary.exactly !== undefined && value !== vary.exactly) misses.push(`vary: ${value}, not ${vary.exactly}`)
  if (vary.no_duplicates === true && new Set(members).size < members.length)
    misses.push(`vary repeats: ${value}`)
  return misses
}

function membersOf(answer: Answer, name: string): string[] {
  const members = valuesOf(answer, name).flatMap((value) => value.split(','))
  return members.map((member) => member.trim()).filter((member) => member !== '')
}

function valuesOf({ headers }: Answer, name: string): string[] {
  return headers.filter(([own]) => own.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
}
