import type { Issue } from '@postern/model'
import { readJson } from '../packages/contract/src/bind/json-reading.ts'
import type { RecordedDeclaration } from './declaration.ts'

/** One recorded field and input; README section 1 describes each member. */
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

/** The reference's result for an input; empty where it crashed without a result. */
export interface RecordedResult {
  readonly ok?: unknown
  readonly ok_json?: string
  readonly errors?: readonly RecordedIssue[]
}

/** An issue as the reference writes it. */
export type RecordedIssue = Omit<Issue, 'input'> & { readonly input?: unknown }

/** Reads a recorded JSON text: integers beyond ±(2^53−1) become bigints, NaN and infinities numbers. */
export function readRecorded(text: string): unknown {
  const reading = readJson(text)
  if (!reading.ok) throw new Error(`A recorded text is not JSON: ${text}`)
  return reading.value
}

/** Whether a case has a tag of README section 4. */
export function hasTag({ tags }: Pick<FieldCase, 'tags'>, tag: string): boolean {
  return tags?.includes(tag) === true
}

/** Returns what distinguishes declarations. */
export function declarationOf(recorded: FieldCase): string {
  const { kind, options, source } = recorded
  return JSON.stringify([kind, options, source, ...('default' in recorded ? [recorded.default] : [])])
}
