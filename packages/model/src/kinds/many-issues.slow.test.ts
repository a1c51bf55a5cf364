import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, list, Model, nested, string, tuple, union } from '../index.ts'
import type { Issue } from '../issues/issue.ts'

class Comment extends Model({
  score: integer(),
  replies: list(
    nested<Comment>((): unknown => Comment),
    { default: [] },
  ),
}) {}

/** A comment with `comments` nested so many levels below it. */
function thread(levels: number, comments: readonly unknown[]): unknown {
  let inner = comments
  for (let level = 1; level < levels; level++) inner = [{ score: 1, replies: inner }]
  return { score: 1, replies: inner }
}

function issuesOf(input: unknown): readonly Issue[] {
  const result = Comment.safeParse(input)
  return result.ok ? [] : result.issues
}

function assertMostParts(issues: readonly Issue[]): void {
  const parts = issues.reduce((sum, { loc }) => sum + loc.length, 0)
  assert.ok(parts > 4_000_000 && parts < 4_200_000, `${parts} parts`)
}

test("the locations of a deep body's issues have about four million parts at most", () => {
  const wrong = new Array(20_000).fill({ score: 'x' })
  const issues = issuesOf(thread(250, wrong))
  assertMostParts(issues)
  assert.deepEqual(
    issues.slice(0, 3).map(({ loc }) => loc.slice(-3)),
    [0, 1, 2].map((index) => ['replies', index, 'score']),
  )
})

test('every issue of a deep body within that limit is reported, and 2^19 of a flat one', () => {
  const wrong = new Array(5000).fill({ score: 'x' })
  assert.equal(issuesOf(thread(250, wrong)).length, 5000)
  const flat = new Array(2 ** 19 + 10).fill({ score: 'x' })
  assert.equal(issuesOf(thread(1, flat)).length, 2 ** 19)
})

test('extra keys are reported up to 2^19', () => {
  const keys = Array.from({ length: 2 ** 19 + 10 }, (_, index) => [`k${index}`, 0])
  const result = Model({}, { extra: 'forbid', name: 'Closed' }).safeParse(Object.fromEntries(keys))
  assert.equal(result.ok ? 0 : result.issues.length, 2 ** 19)
})

test('issues of a union member that is given up do not count towards the limit', () => {
  class Pairs extends Model({
    pairs: list(union([tuple([integer(), integer()]), integer()])),
    last: list(integer()),
  }) {}
  const pairs = new Array(600_000).fill(7)
  const result = Pairs.safeParse({ pairs, last: ['x', 'y', 'z'] })
  assert.equal(result.ok ? 0 : result.issues.length, 3)
})

test('locations of issues that were discarded do not count towards the limit, later ones do', () => {
  class Texts extends Model({ texts: list(union([list(integer()), list(string())])), comment: Comment }) {}
  const texts = new Array(10).fill(new Array(10_000).fill('x'))
  const wrong = new Array(20_000).fill({ score: 'x' })
  const result = Texts.safeParse({ texts, comment: thread(250, wrong) })
  assertMostParts(result.ok ? [] : result.issues)
})
