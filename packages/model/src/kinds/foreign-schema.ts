import type { LocationPart } from '../issues/issue.ts'
import { isObject } from './source.ts'

/** A schema of any library that speaks Standard Schema, version 1 (standardschema.dev), as far as fields need it. */
export interface ForeignSchema<In = unknown, Out = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: In; readonly output: Out } | undefined
    readonly validate: (value: unknown) => ForeignResult<Out> | Promise<ForeignResult<Out>>
    /** Standard JSON Schema, which not every library has. */
    readonly jsonSchema?: Readonly<
      Record<'input' | 'output', (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>>
    >
  }
}

/** What such a schema answers: the value, or issues. */
export type ForeignResult<Out> =
  | { readonly value: Out; readonly issues?: undefined }
  | { readonly issues: readonly ForeignIssue[] }

/** An issue of such a schema; the parts of its path are keys, or objects that hold one. */
export interface ForeignIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** Where in `input` an issue is, and what stands there: the innermost value on its path that there is. */
export function placeOf(issue: ForeignIssue, input: unknown): { path: LocationPart[]; value: unknown } {
  // A path may be a list of a class of its own, which would make what is mapped of it.
  const keys = Array.from(issue.path ?? [], (part) => (typeof part === 'object' ? part.key : part))
  let value = input
  for (const key of keys) {
    if (!isObject(value) || !Object.hasOwn(value, key)) break
    value = Reflect.get(value, key)
  }
  // A key of a map may be anything, of which some libraries tell as it is.
  return { path: keys.map((key) => (typeof key === 'number' ? key : String(key))), value }
}
