import { counted } from '../text/counted.ts'
import type { Issue } from './issue.ts'

/**
 * Thrown when a model is built from data that does not fit it. `issues` lists everything that is wrong; the message
 * shows only as many as remain readable.
 */
export class ValidationError extends Error {
  override readonly name = 'ValidationError'
  /** The name of the model. */
  readonly model: string
  /** Everything that is wrong. */
  readonly issues: readonly Issue[]

  constructor(model: string, issues: readonly Issue[]) {
    super(summary(model, issues))
    this.model = model
    this.issues = issues
  }
}

/**
 * The most characters of issues that a message shows: the key of a record may be long and repeat in the location of
 * each issue.
 */
const MOST_REPORTED = 2 ** 16

function summary(model: string, issues: readonly Issue[]): string {
  const lines = [`${counted(issues.length, 'validation issue')} for ${model}`]
  let left = MOST_REPORTED
  for (const [index, issue] of issues.entries()) {
    if (left < 0) return [...lines, `  … and ${issues.length - index} more`].join('\n')
    const line = `  ${issue.loc.join('.') || '(itself)'}: ${issue.msg} [${issue.type}]`
    lines.push(line)
    left -= line.length
  }
  return lines.join('\n')
}
