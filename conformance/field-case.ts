import type { Issue } from '@postern/model'
import { readJson } from '../packages/contract/src/bind/json-reading.ts'
import type { RecordedDeclaration } from './declaration.ts'

/** One recorded field and input; README section 1 tells of each member. */
export interface FieldCase extends RecordedDeclaration {
  readonly id: string
  readonly source: 'json' | 'string'
  readonly input_json?: string
  readonly absent?: boolean
  readonly unsafe_in_js?: boolean
  readonly tags?: readonly string[]
  readonly oracle_status?: number
  readonly result: RecordedResult
}

/** What the reference made of an input; empty where it crashed without an answer. */
export interface RecordedResult {
  readonly ok?: unknown
  readonly ok_json?: string
  readonly errors?: readonly RecordedIssue[]
}

/** An issue as the reference writes it. */
export type RecordedIssue = Omit<Issue, 'input'> & { readonly input?: unknown }

/** The value of a recorded JSON text: integers beyond ±(2^53−1) are bigints, NaN and infinities numbers. */
export function readRecorded(text: string): unknown {
  const reading = readJson(text)
  if (!reading.ok) throw new Error(`A recorded text is not JSON: ${text}`)
  return reading.value
}

/** Whether a case carries a tag of README section 4. */
export function hasTag({ tags }: Pick<FieldCase, 'tags'>, tag: string): boolean {
  return tags?.includes(tag) === true
}

/** What tells declarations apart. */
export function declarationOf(recorded: FieldCase): string {
  const { kind, options, source } = recorded
  return JSON.stringify([kind, options, source, ...('default' in recorded ? [recorded.default] : [])])
}
