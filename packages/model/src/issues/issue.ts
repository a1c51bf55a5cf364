/** One step of a location: the wire name of a field, or the index of an item. */
export type LocationPart = string | number

/** Details of an issue beside its message: the bounds, the reason, the expected values (pydantic's `ctx`). */
export type IssueContext = Readonly<Record<string, unknown>>

/** One thing that is wrong with the given data, in the form of a FastAPI 422 item (spec §7). */
export interface Issue {
  readonly type: string
  readonly loc: readonly LocationPart[]
  readonly msg: string
  readonly input: unknown
  readonly ctx?: IssueContext
}
