import { counted } from '../text/counted.ts'
import type { Issue } from './issue.ts'

/** Thrown where a model is built from data that does not fit it; `issues` lists every problem. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError'
  readonly model: string
  readonly issues: readonly Issue[]

  constructor(model: string, issues: readonly Issue[]) {
    super(summary(model, issues))
    this.model = model
    this.issues = issues
  }
}

function summary(model: string, issues: readonly Issue[]): string {
  const heading = `${counted(issues.length, 'validation issue')} for ${model}`
  const lines = issues.map((issue) => `  ${issue.loc.join('.') || '(itself)'}: ${issue.msg} [${issue.type}]`)
  return [heading, ...lines].join('\n')
}
