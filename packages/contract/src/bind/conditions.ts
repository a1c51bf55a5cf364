import { shownGiven } from '@postern/model'
import type { Incoming } from '../incoming.ts'
import { fail } from '../reply/fail.ts'
import { headerPairs, type ReplyOptions, withOwn } from '../reply/header-pairs.ts'
import { Reply } from '../reply/reply.ts'
import type { Concurrency } from '../route/operation.ts'

/** The conditions that a request sets by If-Match and If-None-Match. */
export interface Conditions {
  /**
   * Checks the conditions against the ETag of what is stored now, null if nothing is stored. Returns undefined if they
   * are met, otherwise the response to return (RFC 9110 §13.2.2): a 304 with the ETag for a GET or HEAD of what the
   * client already has, otherwise a 412, and a 428 if If-Match is required and missing. If-Match compares strongly,
   * If-None-Match weakly. A 304 also has these `headers`: give those of the 200 that say what caches may do, because a
   * cache that gets a 304 without them may follow its own rules from then on (§15.4.5). Throws a TypeError for what is
   * not an entity tag, which is written in double quotes.
   */
  check(etag: string | null, about?: Pick<ReplyOptions, 'headers'>): Reply | undefined
  /**
   * Whether If-Match names particular states, and not any by `*`. If so, make the write itself conditional on the state
   * that was checked, because somebody else may write in the meantime.
   */
  namesState(): boolean
}

/** Creates the conditions of a request (RFC 9110 §13). They read the request only when they are used. */
export function createConditions(incoming: Incoming, concurrency: Concurrency): Conditions {
  const isRead = incoming.method === 'GET' || incoming.method === 'HEAD'
  return {
    check(etag, { headers } = {}) {
      if (etag !== null && !ENTITY_TAG.test(etag))
        throw new TypeError(`${shownGiven(etag)} is not an entity tag; write it in double quotes: '"1"'`)
      const match = incoming.headerLines('if-match')
      const noneMatch = incoming.headerLines('if-none-match')
      // If nothing is stored yet, `If-None-Match: *` keeps a change from overwriting what somebody else stores in the
      // meantime.
      const isConditional = match.length > 0 || (etag === null && noneMatch.length > 0)
      if (concurrency === 'required' && !isConditional) return fail(428)
      if (match.length > 0 && (etag === null || !matches(match, etag, isSame))) return fail(412)
      if (etag === null || !matches(noneMatch, etag, isAlike)) return undefined
      if (!isRead) return fail(412)
      const own = withOwn(headerPairs({ headers }), ['etag', etag])
      return new Reply(304, null, { headers: own, form: 'model' })
    },
    namesState() {
      const match = incoming.headerLines('if-match')
      return match.length > 0 && !isAny(match)
    },
  }
}

/** Whether a list names the tag, or any tag by `*`. A list in no known form names nothing. */
function matches(
  lines: readonly string[],
  etag: string,
  compare: (tag: string, etag: string) => boolean,
): boolean {
  if (isAny(lines)) return true
  const text = lines.join()
  const tags = TAG_LIST.test(text) ? (text.match(TAG_IN_LIST) ?? []) : []
  return tags.some((tag) => compare(tag, etag))
}

function isAny(lines: readonly string[]): boolean {
  return lines.join() === '*'
}

/** The strong comparison, in which no weak tag matches (RFC 9110 §8.8.3.2). */
function isSame(tag: string, etag: string): boolean {
  return tag === etag && !tag.startsWith('W/')
}

/** The weak comparison, which ignores the mark of a weak tag. */
function isAlike(tag: string, etag: string): boolean {
  return tag.replace(/^W\//, '') === etag.replace(/^W\//, '')
}

// As in RFC 9110 §8.8.3; a list may have empty members (§5.6.1).
const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`
const ENTITY_TAG = new RegExp(`^${TAG}$`)
const TAG_IN_LIST = new RegExp(TAG, 'g')
const TAG_LIST = new RegExp(String.raw`^[\t ,]*(?:${TAG}[\t ]*(?:,[\t ,]*|$))*$`)
