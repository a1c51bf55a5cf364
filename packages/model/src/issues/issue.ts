/** One step of a location: the wire name of a field, or the index of an item. */
export type LocationPart = string | number

/** Details of an issue beside its message: the bounds, the reason, the expected values (pydantic's `ctx`). */
export type IssueContext = Readonly<Record<string, unknown>>

/** One thing that is wrong with the given data, in the form of a FastAPI 422 item (spec §7). */
export interface Issue {
  /** What kind of issue it is, in pydantic's words: `missing`, `string_too_short`. */
  readonly type: string
  /** Where it is, from the outermost part inwards: `['tags', 0]`. */
  readonly loc: readonly LocationPart[]
  /** What is wrong, for people. */
  readonly msg: string
  /** The value that is wrong; for a missing field, the object that lacks it. `"***"` in place of a secret. */
  readonly input: unknown
  /** Details of the message, such as a bound; absent if there are none. */
  readonly ctx?: IssueContext
}
