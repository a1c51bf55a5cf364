/** One step to the place of a value: a field's wire name or an item's index. */
export type LocationPart = string | number

/** What an issue tells beside its message: the bounds, the reason, the expected values (pydantic's `ctx`). */
export type IssueContext = Readonly<Record<string, unknown>>

/** One thing wrong with given data, in the form of a FastAPI 422 item (spec §7). */
export interface Issue {
  readonly type: string
  readonly loc: readonly LocationPart[]
  readonly msg: string
  readonly input: unknown
  readonly ctx?: IssueContext
}
