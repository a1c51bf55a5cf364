import type { Outgoing } from '../incoming.ts'
import { type Failure, titleOf } from './failure.ts'
import { JSON_HEADERS, withOwn } from './header-pairs.ts'
import { writeJson } from './json-writer.ts'

/** Writes a failure as FastAPI does, `{"detail": …}`; a server failure without details is plain text. */
export function writeDetail({ status, detail, issues, headers }: Failure): Outgoing {
  if (status >= 500 && detail === undefined)
    return { status, headers: withOwn(TEXT_HEADERS, headers ?? []), body: titleOf(status) }
  const body = writeJson({ detail: issues ?? detail ?? titleOf(status) })
  return { status, headers: headers === undefined ? JSON_HEADERS : withOwn(JSON_HEADERS, headers), body }
}

const TEXT_HEADERS = ['content-type', 'text/plain; charset=utf-8']
