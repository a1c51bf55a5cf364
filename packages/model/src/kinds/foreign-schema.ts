import type { LocationPart } from '../issues/issue.ts'
import { isObject } from './source.ts'

/**
 * A schema of any library that implements Standard Schema, version 1 (standardschema.dev), as far as fields need it.
 */
export interface ForeignSchema<In = unknown, Out = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: In; readonly output: Out } | undefined
    readonly validate: (value: unknown) => ForeignResult<Out> | Promise<ForeignResult<Out>>
    /** Standard JSON Schema, which not every library implements. */
    readonly jsonSchema?: Readonly<
      Record<'input' | 'output', (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>>
    >
  }
}

/** The result of such a schema: the value, or issues. */
export type ForeignResult<Out> =
  | { readonly value: Out; readonly issues?: undefined }
  | { readonly issues: readonly ForeignIssue[] }

/** An issue of such a schema. The parts of its path are keys, or objects that contain one. */
export interface ForeignIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** Returns the location of an issue in `input`, and the value there: the innermost one that exists on its path. */
export function placeOf(issue: ForeignIssue, input: unknown): { path: LocationPart[]; value: unknown } {
  // A path may be an instance of a list class, and its `map` would return that class.
  const keys = Array.from(issue.path ?? [], (part) => (typeof part === 'object' ? part.key : part))
  let value = input
  for (const key of keys) {
    if (!isObject(value) || !Object.hasOwn(value, key)) break
    value = Reflect.get(value, key)
  }
  // A key of a map may be anything, and some libraries report it as it is.
  return { path: keys.map((key) => (typeof key === 'number' ? key : String(key))), value }
}
