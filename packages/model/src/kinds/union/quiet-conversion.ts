import type { CodeOptions } from '../../compile/code.ts'
import type { Issue } from '../../issues/issue.ts'
import { INVALID, type Invalid } from '../../issues/result.ts'
import { Conversion } from '../conversion.ts'
import { UnionAttempts } from './union-attempts.ts'

/** What `ask` answers, with one conversion for all that is asked within the outermost question: a value that holds others like it is
 *  asked of on every level, and would be converted anew with all below. */
export function inOneConversion<Given extends unknown[], Answer>(
  options: CodeOptions,
  ask: (state: Conversion, ...given: Given) => Answer,
): (...given: Given) => Answer {
  let open: Conversion | undefined
  return (...given) => {
    if (open !== undefined) {
      // What was refused before is no reason to look at less now.
      open.takeBack(0)
      return ask(open, ...given)
    }
    open = new QuietConversion(options, new UnionAttempts({ isQuiet: true, isKept: true }))
    try {
      return ask(open, ...given)
    } finally {
      open = undefined
    }
  }
}

const UNREAD: Issue = { type: 'unread', loc: [], msg: '', input: undefined }

/** A conversion of which nobody reads the issues: they tell nothing but how many they are, and nothing is told twice. */
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
