import { createConverter, type Result } from '@postern/model'
import { isThenable } from '../attempt.ts'
import type { CustomDialect, ReportedIssue } from '../error-dialect.ts'
import type { Incoming } from '../incoming.ts'
import { isKindLike } from '../route/fields.ts'
import { writeDetail } from './detail-writer.ts'
import { type Failure, titleOf } from './failure.ts'
import type { FailureWriter } from './failure-writer.ts'
import { withOwn } from './header-pairs.ts'
import { writeJson } from './json-writer.ts'
import { type Mishap, misfitIn } from './mishap.ts'

/**
 * Compiles how failures are written in a custom dialect of the api. If the dialect breaks, the status is sent in
 * FastAPI's form.
 */
export function compileRendering(dialect: CustomDialect): FailureWriter {
  const { mediaType = 'application/json' } = dialect
  const write = compileRenderedWriter(dialect)
  return (failure, incoming, report) => {
    const { status, headers = [] } = failure
    const rendered = render(failure, incoming)
    if (typeof rendered === 'string')
      return { status, headers: withOwn(['content-type', mediaType], headers), body: rendered }
    report(rendered)
    return writeDetail({ status, headers, detail: titleOf(status) })
  }

  function render({ status, detail, issues }: Failure, incoming: Incoming): string | Mishap {
    try {
      const reported = {
        status,
        title: titleOf(status),
        ...(detail !== undefined && { detail }),
        ...(issues !== undefined && { issues: plainIssues(issues) }),
      }
      const written = write(settled(dialect.render(reported, incoming)))
      return written.ok ? written.value : misfitIn(written.issues, 'rendered failure')
    } catch (cause) {
      return { error: new Error(`The error dialect could not render a ${status}`, { cause }) }
    }
  }
}

/** Returns issues as any model can hold them. An input that only the built-in writer can write becomes a string. */
function plainIssues(issues: readonly ReportedIssue[]): readonly ReportedIssue[] {
  try {
    return JSON.parse(JSON.stringify(issues, asPlain))
  } catch {
    // The context of a validator's own issue may be anything.
    return JSON.parse(writeJson(issues))
  }
}

function asPlain(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string') return value.toWellFormed()
  return ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value
}

function compileRenderedWriter({ schema }: CustomDialect): (rendered: unknown) => Result<string> {
  return isKindLike(schema)
    ? createConverter(schema).write
    : (rendered) => ({ ok: true, value: writeJson(rendered) })
}

/** Returns what was rendered if it is data. Throws if it is not, or is a promise. */
function settled(rendered: unknown): unknown {
  if (isThenable(rendered)) {
    // Nobody awaits it, and an unhandled rejection ends the process.
    Promise.resolve(rendered).catch(() => undefined)
    throw new TypeError('render returned a promise; make it synchronous')
  }
  if (rendered === undefined || typeof rendered === 'function' || typeof rendered === 'symbol')
    throw new TypeError(`render returned ${typeof rendered}; return data`)
  return rendered
}
