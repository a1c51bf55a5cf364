import { readFileSync } from 'node:fs'
import { type CorsOptions, policyOptionsFrom } from '@postern/contract/cors'

/** One vector of the file: options or an environment, a request, and the expected result. */
export interface Vector {
  readonly id: string
  readonly config?: string | Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
  readonly environment_lists?: Readonly<Record<string, readonly string[]>>
  readonly handler?: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> }
  readonly request?: VectorRequest
  readonly expect: Expectation
  readonly why: string
}

/** A request as it is written to the socket; every pair is one header line. */
export interface VectorRequest {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [string, HeaderText])[]
  readonly body?: string
}

/** A header value, possibly described instead of written out. */
export type HeaderText =
  | string
  | { readonly $repeat: [string, number] }
  | { readonly $concat: readonly HeaderText[] }

/** What a vector expects; `conformance/cors/vectors.json` explains each member. */
export interface Expectation {
  readonly status?: number | 'app'
  readonly refused?: boolean
  readonly codes?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly absent?: readonly string[]
  readonly tokens?: Readonly<
    Record<string, { readonly all?: readonly string[]; readonly none?: readonly string[] }>
  >
  readonly vary?: {
    readonly includes?: readonly string[]
    readonly excludes?: readonly string[]
    readonly exactly?: string
    readonly no_duplicates?: boolean
  }
  readonly preflight?: boolean
  readonly max_response_header_bytes?: number
  readonly config_error?: string
  readonly config_warning?: string
  readonly config_warnings?: readonly string[]
  /** True of every vector without `config_error`, so no replay reads it. */
  readonly config_ok?: boolean
}

/** A file of vectors. */
export interface VectorFile {
  readonly configs: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly vectors: readonly Vector[]
}

/** Reads a file of vectors; throws where it is not one. */
export function readVectorFile(path: string): VectorFile {
  const { configs = {}, vectors }: VectorFile = JSON.parse(readFileSync(path, 'utf8'))
  if (!Array.isArray(vectors)) throw new Error('It holds no vectors')
  return { configs, vectors }
}

/** Returns the options of a vector; wrong types are left for the policy to find. */
export function optionsOf(vector: Vector, file: VectorFile): CorsOptions {
  if (vector.env !== undefined) return policyOptionsFrom({ ...listVariables(vector), ...vector.env })
  const config = typeof vector.config === 'string' ? file.configs[vector.config] : vector.config
  if (config === undefined)
    throw new Error(`${vector.id}: there is no configuration ${String(vector.config)}`)
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [camelCase(name), value]))
}

/** Returns a header value written out. */
export function headerText(text: HeaderText): string {
  if (typeof text === 'string') return text
  if ('$repeat' in text) return text.$repeat[0].repeat(text.$repeat[1])
  return text.$concat.map(headerText).join('')
}

function listVariables({ environment_lists = {} }: Vector): Record<string, string> {
  const lists = Object.entries(environment_lists)
  return Object.fromEntries(
    lists.map(([name, origins]) => [`ALLOWED_ORIGINS_${name.toUpperCase()}`, origins.join(',')]),
  )
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
