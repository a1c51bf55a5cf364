import { createBreach } from '../issues/catalog.ts'
import { shownGiven } from '../issues/shown-given.ts'
import { isUuid, parseUuid, uuidVersion } from '../text/uuid.ts'
import type { Conversion } from './conversion.ts'
import { defineKind } from './define.ts'
import type { IsOptional, KnownOptions } from './inference.ts'
import type { FieldOptions, Kind } from './kind.ts'
import { asItIs } from './projection.ts'
import type { Step } from './step.ts'

/** Options of {@link uuid}. */
export interface UuidOptions extends FieldOptions<string> {
  /** The only version accepted: 1 or 3 to 8. Default: any. */
  readonly version?: 1 | 3 | 4 | 5 | 6 | 7 | 8
  /**
   * Refuses every string in a request, as FastAPI does, whose strict UUIDs are objects. Typed code and replies, where
   * the value is a string, give it in lower case with hyphens. Default: the model's `strict`, else false.
   */
  readonly strict?: boolean
}

/** A UUID, as a lower-case string with hyphens (spec §2.7). */
export function uuid<const Options extends KnownOptions<UuidOptions, Options> = UuidOptions>(
  options?: Options,
  ...steps: Step<string>[]
): Kind<string, string, IsOptional<Options>> {
  const version = options?.version
  return defineKind({
    name: 'uuid',
    options,
    steps,
    mistakes: mistakesOfVersion(version),

    convert(input, state) {
      if ((options?.strict ?? state.strict) && !isValue(input, state)) {
        return state.refuse(this, createBreach('is_instance_of', { class: 'UUID' }), input)
      }
      if (typeof input !== 'string') return state.refuse(this, 'uuid_type', input)
      if (!input.isWellFormed()) return state.refuse(this, 'string_unicode', input)
      const parsed = parseUuid(input)
      state.lowerFromJson(parsed.ok && parsed.value === input)
      if (!parsed.ok) return state.refuse(this, createBreach('uuid_parsing', { error: parsed.reason }), input)
      return version === undefined || uuidVersion(parsed.value) === version
        ? parsed.value
        : state.refuse(this, createBreach('uuid_version', { expected_version: version }), input)
    },

    accept(value, code) {
      const isRefused = (options?.strict ?? code.strict) && code.options.byName !== true
      code.require(isRefused ? 'false' : `typeof ${value} === 'string' && ${code.call(isUuid, value)}`)
      if (version !== undefined) code.require(`${code.call(uuidVersion, value)} === ${Number(version)}`)
      return value
    },

    serialize: asItIs,

    write(value, code) {
      return `'"' + ${this.accept(value, code)} + '"'`
    },

    describe: () => ({ type: 'string', format: version === undefined ? 'uuid' : `uuid${version}` }),
  })
}

const VERSIONS: readonly unknown[] = [1, 3, 4, 5, 6, 7, 8]

function mistakesOfVersion(version: unknown): string[] {
  if (version === undefined || VERSIONS.includes(version)) return []
  return [`version is ${shownGiven(version)}; write one of ${VERSIONS.join(', ')}`]
}

/** Whether an input is the string that typed code and replies hold as the value. */
function isValue(input: unknown, { byName, isWritten }: Conversion): boolean {
  return (byName || isWritten) && typeof input === 'string' && isUuid(input)
}
