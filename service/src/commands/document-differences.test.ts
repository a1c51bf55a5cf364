import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentDifferences } from './document-differences.ts'

const cases: readonly [name: string, kept: unknown, served: unknown, lines: readonly string[]][] = [
  ['the order of members means nothing', { a: 1, b: [2] }, { b: [2], a: 1 }, []],
  [
    'the order of items matters',
    [1, 2],
    [2, 1],
    ['/0: 1 in the file, 2 is served', '/1: 2 in the file, 1 is served'],
  ],
  ['a member in one only', { a: 1, c: {} }, { a: 1, b: 2 }, ['/c: only in the file', '/b: not in the file']],
  ['a name with a slash', { '/posts/': 1 }, { '/posts/': 2 }, ['/~1posts~1: 1 in the file, 2 is served']],
  ['a name with a tilde', { '~1': 1 }, {}, ['/~01: only in the file']],
  ['a number is not its string', { a: 1 }, { a: '1' }, ['/a: 1 in the file, "1" is served']],
  [
    'a long value is shown by its beginning',
    'x'.repeat(59),
    'y'.repeat(58),
    [`/: "${'x'.repeat(59)}… in the file, "${'y'.repeat(58)}" is served`],
  ],
  ['a list is not an object', { a: [] }, { a: {} }, ['/a: [] in the file, {} is served']],
  ['an object against a number', { a: { b: 1 } }, { a: 2 }, ['/a: {"b":1} in the file, 2 is served']],
  ['a different kind at the top', null, {}, ['/: null in the file, {} is served']],
]

for (const [name, kept, served, lines] of cases) {
  test(name, () => assert.deepEqual(documentDifferences(kept, served), lines))
}
