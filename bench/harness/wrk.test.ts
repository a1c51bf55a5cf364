import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLoad, writeScript } from './wrk.ts'

test('a load is read from the line that the script prints, wherever wrk prints its own', () => {
  const output = 'Running 2s test\n  Requests/sec: 53\nTransfer/sec: 1MB\nload 80486 1501577 958 66208 2 7\n'
  assert.deepEqual(parseLoad(output), {
    requests: 80486,
    seconds: 1.501577,
    p50: 0.958,
    p99: 66.208,
    failures: 2,
    non2xx3xx: 7,
  })
})

test('output without that line is an error that shows it', () => {
  assert.throws(() => parseLoad('unable to connect'), /unable to connect/)
})

test('a request is written with its host, its length in bytes and every byte of its body', () => {
  const script = writeScript(81, {
    requests: [{ method: 'POST', path: '/a', headers: { origin: 'http://x' }, body: '{"é"}\n' }],
  })
  const lines =
    'POST /a HTTP/1.1\\013\\010Host: 127.0.0.1:81\\013\\010origin: http://x\\013\\010Content-Length: 7\\013\\010'
  assert.ok(script.includes(`"${lines}\\013\\010{\\034\\195\\169\\034}\\010"`), script)
  assert.doesNotMatch(script, /delay/)
})

test('a pause is by chance, and its mean is the one asked for', () => {
  assert.match(writeScript(81, { requests: [], pause: 32 }), /delay = .*math\.random\(0, 64\)/)
})
