import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownUrl } from './shown-url.ts'

const cases: readonly [url: string, shown: string][] = [
  ['sqlite:./data/a@b.db', 'sqlite:./data/a@b.db'],
  ['postgres://u@h/db', 'postgres://u@h/db'],
  ['postgres://u:p@h/db', 'postgres://u:***@h/db'],
  ['postgres://u:p@w@h:1,i:2/db', 'postgres://u:***@h:1,i:2/db'],
  ['postgres://u:p@h/db?application_name=a@b', 'postgres://u:***@h/db?application_name=a@b'],
  ['postgres://u:p@h/d@b', 'postgres://u:***@h/d@b'],
  ['postgres://u:p@h?user=a@b&password=p@w#f', 'postgres://u:***@h?user=a@b&password=***#f'],
  ['postgres://u@h/db?sslPassword=p&user=a', 'postgres://u@h/db?sslPassword=***&user=a'],
  ['postgres://u:1/p?w@h/db', 'postgres://u:***@h/db'],
]
for (const [url, shown] of cases)
  test(`${url} is shown as ${shown}`, () => assert.equal(shownUrl(url), shown))
