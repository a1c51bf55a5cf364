import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type PartEvent, PartParser } from './part-parser.ts'
import { decodeText } from './text-encoding.ts'

interface Parsed {
  readonly state: string
  readonly parts: readonly { readonly head: unknown; readonly text: string; readonly isWhole: boolean }[]
}

function parse(boundary: string, pieces: readonly Uint8Array[]): Parsed {
  const parser = new PartParser(boundary, decodeText)
  const events: PartEvent[] = pieces.flatMap((piece) => [...parser.write(piece)])
  events.push(...parser.end())
  const parts: { head: unknown; text: string; isWhole: boolean }[] = []
  for (const event of events) {
    const part = parts.at(-1)
    if (event instanceof Uint8Array) {
      if (part !== undefined) part.text += Buffer.from(event).toString('latin1')
    } else if (event === 'end') {
      if (part !== undefined) part.isWhole = true
    } else {
      const { size: _, ...head } = event
      parts.push({ head, text: '', isWhole: false })
    }
  }
  return { state: parser.state, parts }
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const head = (rest: string) => `Content-Disposition: form-data; ${rest}\r\n\r\n`
const body = (...parts: string[]) => `${parts.map((part) => `--B\r\n${part}\r\n`).join('')}--B--\r\n`

const heads: readonly [string, string, unknown][] = [
  ['a field', head('name="a"'), { name: 'a', filename: undefined, type: 'application/octet-stream' }],
  [
    'a file',
    head('name="a"; filename="b.txt"'),
    { name: 'a', filename: 'b.txt', type: 'application/octet-stream' },
  ],
  [
    'an empty file name',
    head('name="a"; filename=""'),
    { name: 'a', filename: '', type: 'application/octet-stream' },
  ],
  [
    'a name beyond Latin-1, as browsers send them',
    head('name="本"; filename="日本 %22x%22.png"'),
    { name: '本', filename: '日本 "x".png', type: 'application/octet-stream' },
  ],
  [
    'names without quotes and with escapes',
    head('name=a; filename="b\\"c\\";d.png"'),
    { name: 'a', filename: 'b"c";d.png', type: 'application/octet-stream' },
  ],
  [
    'a backslash before the closing quote, which browsers do not escape',
    head('name="a"; filename="b\\c\\"'),
    { name: 'a', filename: 'b\\c\\', type: 'application/octet-stream' },
  ],
  [
    'quotes within the names, which some clients do not escape',
    head('name="a"b"; filename="5" disk "c" .png" '),
    { name: 'a"b', filename: '5" disk "c" .png', type: 'application/octet-stream' },
  ],
  [
    'control characters, which browsers send as they are (HTML, multipart/form-data encoding algorithm)',
    head('name="a\0\u001b\u007f\t"; filename="\u0001b\u001f日\u0085.png"'),
    { name: 'a\0\u001b\u007f\t', filename: '\u0001b\u001f日\u0085.png', type: 'application/octet-stream' },
  ],
  [
    'control characters in ASCII, and in a header that nobody reads',
    `X-Note: \u0002\r\n${head('name="a\u001b"; filename="\u007f.png"')}`,
    { name: 'a\u001b', filename: '\u007f.png', type: 'application/octet-stream' },
  ],
  [
    'a type that is sent twice, of which the first counts',
    `Content-Disposition: form-data; name="a"; filename="b"\r\nContent-Type: image/png\r\nContent-Type: text/html\r\n\r\n`,
    { name: 'a', filename: 'b', type: 'image/png' },
  ],
  [
    'a file name in the extended notation, which forms do not have (RFC 7578, section 4.2)',
    head(`name="a"; filename*=utf-8''%FF`),
    { name: 'a', filename: undefined, type: 'application/octet-stream' },
  ],
  [
    'a type, header names in any case',
    `CONTENT-disposition: form-data; name="a"; filename="b"\r\ncontent-TYPE: image/png\r\n\r\n`,
    { name: 'a', filename: 'b', type: 'image/png' },
  ],
]

for (const [name, sent, expected] of heads) {
  test(`the head of a part is read: ${name}`, () => {
    assert.deepEqual(parse('B', [bytes(body(`${sent}text`))]), {
      state: 'done',
      parts: [{ head: expected, text: 'text', isWhole: true }],
    })
  })
}

const malformed: readonly [string, string][] = [
  ['a preamble', `x${body(head('name="a"'))}`],
  ['no boundary', 'x'],
  ['half a boundary', '--'],
  ['no end', `--B\r\n${head('name="a"')}text`],
  ['no end after a head', `--B\r\n${head('name="a"')}`],
  ['no end within a head', '--B\r\nContent-Dis'],
  ['no name', body(head('filename="a"'))],
  ['no disposition', body('Content-Type: text/plain\r\n\r\n')],
  ['another disposition', body('Content-Disposition: attachment; name="a"\r\n\r\n')],
  ['a boundary directly after another', `--B\r\n${body(head('name="a"'))}`],
  ['a boundary directly after that of a part', body(`${head('name="a"')}x\r\n--B`)],
  ['a boundary within a head', body('Content-Type: text/plain')],
  ['a control character in a type', body(`Content-Type: text/\u0001\r\n${head('name="a"')}`)],
  ['a control character in the name of a header', body(`X-\u0001: y\r\n${head('name="a"')}`)],
  ['a line feed within a head', body(head('name="a\n"'))],
  ['a line feed within a head with control characters', body(head('name="a\u001b\n"'))],
  ['a carriage return within a head with control characters', body(head('name="\u001ba\r; b"'))],
  ['a carriage return within a head', body(head('name="a"\r; filename="b"'))],
  ['a first line that only begins like a boundary', `--Bx\r\n${body(head('name="a"'))}`],
  [
    'a line that only begins like a boundary after a part without content',
    body(head('name="a"').slice(0, -2), 'x'),
  ],
  ['too many newlines before the first boundary', '\r\n'.repeat(501) + body(head('name="a"'))],
  ['a head that is too long', body(head(`name="${'a'.repeat(20_000)}"`))],
  ['too many header lines', body(`${'a: b\r\n'.repeat(200)}${head('name="a"')}`)],
  ['too many parts', body(...Array.from({ length: 1001 }, () => head('name="a"')))],
]

for (const [name, sent] of malformed) {
  test(`a malformed body is refused, whatever pieces it comes in: ${name}`, () => {
    assert.equal(parse('B', [bytes(sent)]).state, 'failed')
    assert.equal(
      parse(
        'B',
        [...bytes(sent)].map((byte) => new Uint8Array([byte])),
      ).state,
      'failed',
    )
  })
}

test('a body is refused as soon as a head is wrong', () => {
  for (const wrong of [head('filename="a"'), `a b: c\r\n${head('name="a"')}`]) {
    const parser = new PartParser('B', decodeText)
    parser.write(bytes(`--B\r\n${wrong}text`))
    assert.equal(parser.state, 'failed')
  }
})

// table: what is sent as the content of a part, and the content that is read.
const contents: readonly (readonly [string, string])[] = [
  ['x\r\n--By', 'x\r\n--By'],
  ['x\r\n--B-', 'x\r\n--B-'],
  ['x\r\n--B\r', 'x\r\n--B\r'],
  ['x\r\n--B \r\ny', 'x\r\n--B \r\ny'],
  ['x--B\n--B', 'x--B\n--B'],
  ['\r\n--', '\r\n--'],
  ['--By', '--By'],
  ['--B-\r\n--Bz', '--B-\r\n--Bz'],
  ['\r\n--By', '\r\n--By'],
  // Longer than what the search for the next boundary holds back.
  [`x\r\n--By${'z'.repeat(40)}`, `x\r\n--By${'z'.repeat(40)}`],
  [`--B${'-y'.repeat(40)}\r\n--B\rz`, `--B${'-y'.repeat(40)}\r\n--B\rz`],
]

for (const [sent, text] of contents) {
  test(`a line that only looks like a boundary is content: ${JSON.stringify(sent)}`, () => {
    const given = bytes(`${body(head('name="a"') + sent, head('name="b"'))}`)
    for (const pieces of [[given], [...given].map((byte) => new Uint8Array([byte]))]) {
      const { state, parts } = parse('B', pieces)
      assert.deepEqual([state, parts.map((one) => one.text)], ['done', [text, '']])
    }
  })
}

test('content that consists of lines that look like boundaries is emitted in one piece', () => {
  const parser = new PartParser('B', decodeText)
  const likeness = '\r\n--Bx'.repeat(1000)
  const events = parser.write(bytes(body(head('name="a"') + likeness)))
  assert.deepEqual(
    events.map((event) => (event instanceof Uint8Array ? Buffer.from(event).toString() : typeof event)),
    ['object', likeness, 'string'],
  )
})

test('newlines before the first boundary are skipped, and a part may be empty', () => {
  const given = bytes(`\n\r\n${body(head('name="a"').slice(0, -2), `${head('name="b"')}x`)}`)
  for (const pieces of [[given], [...given].map((byte) => new Uint8Array([byte]))]) {
    const { state, parts } = parse('B', pieces)
    assert.deepEqual(
      [state, parts.map(({ text, isWhole }) => [text, isWhole])],
      [
        'done',
        [
          ['', true],
          ['x', true],
        ],
      ],
    )
  }
})

test('an empty body has no parts, and a body may have a thousand', () => {
  assert.deepEqual(parse('B', []), { state: 'done', parts: [] })
  assert.deepEqual(parse('B', [bytes('--B--')]), { state: 'done', parts: [] })
  assert.equal(
    parse('B', [bytes(body(...Array.from({ length: 1000 }, () => head('name="a"'))))]).parts.length,
    1000,
  )
})

const boundary = fc.constantFrom(
  'B',
  '-',
  '--',
  'B-',
  '----WebKitFormBoundaryAbC',
  '=_Part_0',
  'a"b',
  "'()+_,./:=? x",
)
const content = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'B', 'x'), maxLength: 60 }),
)

const part = fc.record({ head: fc.constantFrom(...heads), text: content })

test('a body is parsed the same, whatever pieces it comes in', () => {
  fc.assert(
    fc.property(
      boundary,
      fc.array(part, { maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 }),
      (between, given, sizes) => {
        const delimiter = `\r\n--${between}`
        const texts = given.map(({ text }) => Buffer.from(text).toString('latin1').replaceAll(delimiter, ''))
        const parts = given.map(
          ({ head: [, sent] }, at) => Buffer.from(`${sent}`).toString('latin1') + texts[at],
        )
        const body = `${parts.map((one) => `${delimiter}\r\n${one}`).join('')}${delimiter}--\r\n`
        // The end of a content and the boundary after it can form another boundary.
        fc.pre(body.split(delimiter).length === given.length + 2)
        const sent = new Uint8Array(Buffer.from(body.slice(2), 'latin1'))
        const whole = parse(between, [sent])
        assert.deepEqual(whole, {
          state: 'done',
          parts: given.map(({ head: [, , expected] }, at) => ({
            head: expected,
            text: texts[at],
            isWhole: true,
          })),
        })
        assert.deepEqual(parse(between, piecesOf(sent, sizes)), whole)
      },
    ),
    { numRuns: 2000 },
  )
})

function piecesOf(sent: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < sent.length; at += pieces.at(-1)?.length ?? 0) {
    pieces.push(sent.subarray(at, at + (sizes[pieces.length % sizes.length] ?? 1)))
  }
  return pieces
}
