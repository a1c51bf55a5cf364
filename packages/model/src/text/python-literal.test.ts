import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showPython } from './python-literal.ts'

/** Recorded from Python 3.11's repr. */
const recorded: readonly (readonly [string | number | boolean | null, string])[] = [
  ['a', "'a'"],
  ["it's", `"it's"`],
  [`'"`, `'\\'"'`],
  ['"', `'"'`],
  ['a\n\0\\é\u200b\u00a0 😀', "'a\\n\\x00\\\\é\\u200b\\xa0 😀'"],
  ['\uffff', String.raw`'\uffff'`],
  ['\u{e0001}\t\r\u007f', String.raw`'\U000e0001\t\r\x7f'`],
  [1.5, '1.5'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [-1.5e-10, '-1.5e-10'],
  [Number.POSITIVE_INFINITY, 'inf'],
  [Number.NEGATIVE_INFINITY, '-inf'],
  [Number.NaN, 'nan'],
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]

for (const [value, shown] of recorded) {
  test(`${JSON.stringify(value)} is shown as ${shown}`, () => assert.equal(showPython(value), shown))
}
