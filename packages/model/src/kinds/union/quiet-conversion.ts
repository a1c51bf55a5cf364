import type { CodeOptions } from '../../compile/code.ts'
import type { Issue } from '../../issues/issue.ts'
import { INVALID, type Invalid } from '../../issues/result.ts'
import { Conversion } from '../conversion.ts'
import { UnionAttempts } from './union-attempts.ts'

/**
 * Returns `ask` with one conversion shared by all calls inside the outermost one. A value that contains others like it
 * is asked about on every level, and would otherwise be converted anew each time with everything below it.
 */
export function inOneConversion<Given extends unknown[], Answer>(
  options: CodeOptions,
  ask: (state: Conversion, ...given: Given) => Answer,
): (...given: Given) => Answer {
  let open: Conversion | undefined
  return (...given) => {
    if (open !== undefined) {
      // Earlier refusals must not shorten this search.
      open.takeBack(0)
      return ask(open, ...given)
    }
    open = new QuietConversion(options, new UnionAttempts({ isQuiet: true, tracksMade: true }))
    try {
      return ask(open, ...given)
    } finally {
      open = undefined
    }
  }
}

const UNREAD: Issue = { type: 'unread', loc: [], msg: '', input: undefined }

/** A conversion whose issues nobody reads: only their number counts, and nothing is reported twice. */
export class QuietConversion extends Conversion {
  constructor(options: CodeOptions, attempts = new UnionAttempts({ isQuiet: true })) {
    super([], options)
    this.attempts = attempts
  }

  override refuse(): Invalid {
    this.issues.push(UNREAD)
    return INVALID
  }
}
