import type { KindLike } from '@postern/model'

/** Kinds under names: several members of one body, or single parameters. */
export type Members = Readonly<Record<string, KindLike>>

type BodyBinding = 'json' | 'form' | 'multipart' | 'json-or-form' | 'raw' | 'stream'

/** How a body is bound. The declaration decides; nothing is sniffed (spec §4.2). */
export interface Body<
  Declared = Members | KindLike | undefined,
  Noted extends boolean = boolean,
  Binding extends BodyBinding = BodyBinding,
> extends ModelBodyOptions<Noted> {
  readonly binding: Binding
  /** The model or kind of the whole body, or its members one by one; undefined for a raw body and a stream. */
  readonly declared: Declared
}

/** Options of a body that is declared by a model or kind. */
export interface ModelBodyOptions<Noted extends boolean = boolean> extends BodyOptions {
  /**
   * Gives the handler `fieldsSet`: the names (not aliases) of the model's own fields that were sent, whatever their
   * values, like pydantic's `model_fields_set`. It distinguishes null from absent, for a PATCH.
   * `fieldsSet.of(body.address)` does the same for a model in the body. A JSON body that is not itself a model, such as
   * a list of models, or one with members, has only `of`. Default false.
   */
  readonly fieldsSet?: Noted
}

/** Options of a body declaration. */
export interface BodyOptions {
  /** The largest body accepted, in bytes. Default: the api's limit (1 MiB). */
  readonly limit?: number
  /** Named examples of bodies as they are sent, for the document. Each must fit the declaration. Default: none. */
  readonly examples?: Readonly<Record<string, unknown>>
}

/**
 * A JSON body: `json(PostCreate)`, any kind, or `json({ post: PostCreate, n: integer() })` for several members (spec
 * §4.2.2).
 */
export function json<const Declared extends KindLike | Members, const Noted extends boolean = false>(
  declared: Declared,
  options?: ModelBodyOptions<Noted>,
): Body<Declared, Noted, 'json'> {
  return { ...options, binding: 'json', declared }
}

/**
 * A form body: only `application/x-www-form-urlencoded` is converted (spec §4.2.3). With members one by one, an empty
 * string counts as not given.
 */
export function form<const Declared extends KindLike | Members, const Noted extends boolean = false>(
  declared: Declared,
  options?: ModelBodyOptions<Noted>,
): Body<Declared, Noted, 'form'> {
  return { ...options, binding: 'form', declared }
}

/** A form body as FastAPI accepts it: `multipart/form-data` as well as `application/x-www-form-urlencoded`. */
export function multipart<const Declared extends KindLike | Members, const Noted extends boolean = false>(
  declared: Declared,
  options?: ModelBodyOptions<Noted>,
): Body<Declared, Noted, 'multipart'> {
  return { ...options, binding: 'multipart', declared }
}

/** A body that may be JSON or a form; its content type decides. */
export function jsonOrForm<const Declared extends KindLike | Members, const Noted extends boolean = false>(
  declared: Declared,
  options?: ModelBodyOptions<Noted>,
): Body<Declared, Noted, 'json-or-form'> {
  return { ...options, binding: 'json-or-form', declared }
}

/** The bytes as they came. Nothing is parsed or validated (spec §4.2.1). */
export function raw(options?: BodyOptions): Body<undefined, false, 'raw'> {
  return { ...options, binding: 'raw', declared: undefined }
}

/**
 * The bytes while they arrive, as a `ReadableStream`. They are read from the connection as fast as the handler takes
 * them and never held whole; what is not read is discarded. The stream errors if the client goes away, and if more than
 * `limit` bytes come, which is a 413 (spec §4.2.1).
 */
export function stream(options?: Pick<BodyOptions, 'limit'>): Body<undefined, false, 'stream'> {
  return { ...options, binding: 'stream', declared: undefined }
}
