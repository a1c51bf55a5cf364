import type { KindLike } from '@postern/model'

/** Fields under their names: several members of one body, or parameters one by one. */
export type Members = Readonly<Record<string, KindLike>>

type BodyBinding = 'json' | 'form' | 'multipart' | 'json-or-form' | 'raw' | 'stream'

/** How a body is bound: one word in a declaration, nothing is sniffed (spec §4.2). */
export interface Body<
  Declared = Members | KindLike | undefined,
  Noted extends boolean = boolean,
  Binding extends BodyBinding = BodyBinding,
> {
  readonly binding: Binding
  /** The model or kind of the whole body, or its members one by one; nothing for a raw body and a stream. */
  readonly declared: Declared
  /** The largest body taken, in bytes. Default: the api's limit (1 MiB). */
  readonly limit?: number
  /** Bodies as they are sent, under their names, for the document; each must fit the declaration. */
  readonly examples?: Readonly<Record<string, unknown>>
  /** Whether the handler is told which fields of the model were sent. Default false. */
  readonly fieldsSet?: Noted
}

/** Whether a body may tell which of its fields were sent: where it is a model, or a kind with models in it. */
type MayNote<Declared> = Declared extends KindLike ? boolean : false

/** Options of a body that is declared by a model or kind. */
export interface ModelBodyOptions<Noted extends boolean = boolean> extends BodyOptions {
  /**
   * Gives the handler `fieldsSet`: the names (not aliases) of the model's own fields that were sent, whatever their values,
   * as pydantic's `model_fields_set`. It tells null from absent, for a PATCH, and `fieldsSet.of(body.address)` does so of a model in
   * the body. Of a body that is no model, such as a list of them, there is `of` alone. Default false.
   */
  readonly fieldsSet?: Noted
}

/** Options of a body declaration. */
export interface BodyOptions {
  /** The largest body taken, in bytes. Default: the api's limit (1 MiB). */
  readonly limit?: number
  /** Bodies as they are sent, under their names, for the document; each must fit the declaration. Default: none. */
  readonly examples?: Readonly<Record<string, unknown>>
}

/** A JSON body: `json(PostCreate)`, any kind, or `json({ post: PostCreate, n: integer() })` for several members (spec §4.2.2). */
export function json<
  const Declared extends KindLike | Members,
  const Noted extends MayNote<Declared> = false,
>(declared: Declared, options?: ModelBodyOptions<Noted>): Body<Declared, Noted, 'json'> {
  return { ...options, binding: 'json', declared }
}

/** A form body: only `application/x-www-form-urlencoded` is converted (spec §4.2.3). Members one by one treat an empty text as not given. */
export function form<
  const Declared extends KindLike | Members,
  const Noted extends MayNote<Declared> = false,
>(declared: Declared, options?: ModelBodyOptions<Noted>): Body<Declared, Noted, 'form'> {
  return { ...options, binding: 'form', declared }
}

/** A form body as FastAPI takes it: `multipart/form-data` as well as `application/x-www-form-urlencoded`. */
export function multipart<
  const Declared extends KindLike | Members,
  const Noted extends MayNote<Declared> = false,
>(declared: Declared, options?: ModelBodyOptions<Noted>): Body<Declared, Noted, 'multipart'> {
  return { ...options, binding: 'multipart', declared }
}

/** A body that may come as JSON or as a form, told apart by its content type. */
export function jsonOrForm<
  const Declared extends KindLike | Members,
  const Noted extends MayNote<Declared> = false,
>(declared: Declared, options?: ModelBodyOptions<Noted>): Body<Declared, Noted, 'json-or-form'> {
  return { ...options, binding: 'json-or-form', declared }
}

/** The bytes as they came: nothing is parsed or validated (spec §4.2.1). */
export function raw(options?: BodyOptions): Body<undefined, false, 'raw'> {
  return { ...options, binding: 'raw', declared: undefined }
}

/**
 * The bytes while they come, as a `ReadableStream`: read from the connection as fast as they are taken, never held whole, and whatever
 * is not read is got rid of. It errors where the client goes away, or more than `limit` bytes come, which is a 413 (spec §4.2.1).
 */
export function stream(options?: Pick<BodyOptions, 'limit'>): Body<undefined, false, 'stream'> {
  return { ...options, binding: 'stream', declared: undefined }
}
