import type { CodeOptions } from '../compile/code.ts'
import { type Breach, createBreach, type IssueType } from '../issues/catalog.ts'
import { INVALID, type Invalid } from '../issues/result.ts'
import { Conversion } from './conversion.ts'
import type { Masking } from './mask.ts'
import { UnionAttempts } from './union-attempts.ts'

/** A conversion of which nobody reads the issues: they are told without their places and inputs, and nothing is told twice. */
export class QuietConversion extends Conversion {
  constructor(options: CodeOptions) {
    super([], options)
    this.attempts = new UnionAttempts(true)
  }

  override refuse(_kind: Masking, why: IssueType | Breach, _input: unknown): Invalid {
    const { type, message: msg } = typeof why === 'string' ? createBreach(why) : why
    this.issues.push({ type, loc: [], msg, input: undefined })
    return INVALID
  }
}
