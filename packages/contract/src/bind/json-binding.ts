import {
  type Converter,
  createConverter,
  fieldOf,
  type Issue,
  type KindLike,
  kindOf,
  type LocationPart,
} from '@postern/model'
import { FAILURES, Refusal } from '../reply/failure.ts'
import type { Members } from '../route/body.ts'
import { fieldsOf, isKindLike } from '../route/fields.ts'
import type { BodyBinding } from './body-binding.ts'
import { addIssues, missingIssues, undecodableIssues } from './issues.ts'
import { parseJsonBody } from './json-body.ts'
import { parseMediaType } from './media-type.ts'
import { NotedBody, type SentFieldsReader } from './sent-fields.ts'
import { decodeLeniently, decodeUtf8 } from './text-encoding.ts'

/** Options of {@link bindJson}. */
export interface JsonBindingOptions {
  /** Whether lax conversions are refused where neither a kind nor its model sets `strict`. Default false. */
  readonly strict?: boolean
  /** If given, the value is a {@link NotedBody}. */
  readonly fieldsSet?: SentFieldsReader | undefined
}

/** Binds a JSON body as one kind, or as an object of members (FastAPI's embedded parameters). */
export function bindJson(declared: Members | KindLike, options: JsonBindingOptions = {}): BodyBinding {
  const { fieldsSet } = options
  const plain = isKindLike(declared) ? takeWhole(declared, options) : takeMembers(declared, options)
  const take = fieldsSet === undefined ? plain : takeNoted(plain, fieldsSet)
  return ({ bytes, contentType }, issues) => {
    if (bytes.length === 0) return take(undefined, issues)
    if (parseMediaType(contentType) !== 'json') return take(new Unparsed(bytes), issues)
    const body = parseJsonBody(bytes)
    if (body.ok) return take(body.value, issues, body.isWellFormed)
    return new Refusal(body.issue === undefined ? FAILURES.unreadable : { status: 422, issues: [body.issue] })
  }
}

/**
 * A body whose content type is not JSON. It is still validated, as a string (spec §4.2.2), or as an object without
 * members.
 */
class Unparsed {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Undefined if the bytes are not UTF-8. */
  get text(): string | undefined {
    return decodeUtf8(this.#bytes)
  }

  get shown(): string {
    return decodeLeniently(this.#bytes)
  }
}

/** Takes a value; `isWellFormed` says that its strings are known to be well-formed. Default false. */
type Take = (value: unknown, issues: Issue[], isWellFormed?: boolean) => unknown

function takeWhole(declared: KindLike, options: JsonBindingOptions): Take {
  const take = takeAt(['body'], declared, options)
  return (value, issues, isWellFormed) => {
    if (!(value instanceof Unparsed)) return take(value, issues, isWellFormed)
    const { text } = value
    if (text !== undefined) return take(text, issues)
    const mark = issues.length
    take(value.shown, issues)
    // A kind that accepts any string would accept one that nobody sent.
    if (issues.length === mark) addIssues(issues, undecodableIssues(kindOf(declared), value.shown))
    return undefined
  }
}

function takeNoted(take: Take, { inData }: SentFieldsReader): Take {
  return (data, issues, isWellFormed) => {
    const value = take(data, issues, isWellFormed)
    return new NotedBody(value, inData(data, value))
  }
}

function takeMembers(members: Members, options: JsonBindingOptions): Take {
  const fields = fieldsOf(members)
  const takes = fields.map((field) => takeAt(['body', field.wireName], field.kind, options))
  return (body, issues, isWellFormed) => {
    const given = body ?? {}
    if (typeof given !== 'object' || Array.isArray(given)) {
      // FastAPI: a list or a plain value has no members at all, not even those with a default.
      for (const { wireName } of fields) issues.push(...missingIssues(['body', wireName]))
      return undefined
    }
    const source = new Map<string, unknown>(Object.entries(given))
    return Object.fromEntries(
      fields.map(({ name, wireName }, index) => [
        name,
        takes[index]?.(source.get(wireName), issues, isWellFormed),
      ]),
    )
  }
}

/** Takes one value. Null counts as not given, as in FastAPI. */
function takeAt(loc: readonly LocationPart[], declared: KindLike, options: JsonBindingOptions): Take {
  const { strict = false } = options
  const { convert, kind } = createConverter(declared, { strict, wellFormed: true })
  const { required, default: fallback } = fieldOf('body', kind)
  // Nearly every string is well-formed; the code that checks for others is generated for the first that may not be.
  let made: Converter<unknown> | undefined
  const careful = () => (made ??= createConverter(declared, { strict }))
  return (value, issues, isWellFormed) => {
    if (value === undefined || value === null) {
      if (!required) return fallback()
      issues.push(...missingIssues(loc))
      return undefined
    }
    const result = isWellFormed === true ? convert(value, loc) : careful().convert(value, loc)
    if (result.ok) return result.value
    addIssues(issues, result.issues)
    return undefined
  }
}
