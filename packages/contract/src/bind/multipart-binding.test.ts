import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, before, list, Model, nullable, record, string } from '@postern/model'
import { contract, file, implement, multipart, routes } from '../index.ts'

class Form extends Model({ a: list(string(), { default: [] }) }, { extra: 'allow' }) {}

const parsed = before((input) => (typeof input === 'string' ? JSON.parse(input) : input))
const given = nullable(list(string()), { default: null })
const photo = file({ default: null })
const { post } = routes()
const declared = contract({
  title: 'Forms',
  version: '1',
  routes: {
    whole: post('/whole', { body: multipart(Form), response: any() }),
    record: post('/record', { body: multipart({ record: record(string(), {}, parsed) }), response: any() }),
    any: post('/any', { body: multipart({ record: any() }), response: any() }),
    withFile: post('/file', { body: multipart({ a: given, photo }), response: any() }),
  },
})
const api = implement(declared, {
  whole: ({ body }) => ({ ...body }),
  record: ({ body }) => body.record,
  any: ({ body }) => body.record,
  withFile: ({ body }) => ({ a: body.a, ...(body.photo && { photo: body.photo.name }) }),
})

const head = 'Content-Disposition: form-data; name="a"'
const partOf = (headers: string, text: string) => `--box\r\n${headers}\r\n\r\n${text}\r\n`
const formOf = (...parts: readonly string[]) => `${parts.join('')}--box--\r\n`
const textOf = (text: string) => formOf(partOf(head, text))

// table: a title, a body of one byte per character, and the values of `a` that FastAPI reads.
const bodies: readonly (readonly [string, string, readonly string[]])[] = [
  ['the boundary within a line', textOf('the box--box'), ['the box--box']],
  ['the boundary with its dashes within a line', textOf('x--box\n--box'), ['x--box\n--box']],
  ['the boundary after one dash', textOf('\r\n-box'), ['\r\n-box']],
  ['a boundary that is cut short', textOf('\r\n--bo\r\n'), ['\r\n--bo\r\n']],
  ['a newline before the first boundary', `\r\n${textOf('x')}`, ['x']],
  ['several newlines before the first boundary', `\n\r\n\r\n${textOf('x')}`, ['x']],
  ['as many newlines before the first boundary as allowed', `${'\n'.repeat(1000)}${textOf('x')}`, ['x']],
  [
    'a transfer encoding, which is not decoded',
    formOf(partOf(`${head}\r\nContent-Transfer-Encoding: base64`, 'eA==')),
    ['eA=='],
  ],
  ['a value that is not UTF-8', textOf('\xe9'), ['é']],
  ['a byte order mark', textOf('\xef\xbb\xbfx'), ['\ufeffx']],
  ['a type and a charset', formOf(partOf(`${head}\r\nContent-Type: text/plain; charset=utf-8`, 'x')), ['x']],
  ['a name without quotes', formOf(partOf('Content-Disposition: form-data; name=a', 'x')), ['x']],
  ['several values', formOf(partOf(head, 'x'), partOf(head, ''), partOf(head, 'y')), ['x', '', 'y']],
  ['nothing at all', '', []],
  ['newlines alone', '\r\n\r\n', []],
  ['an epilogue', `${textOf('x')}--box\r\n${head}\r\n\r\ny`, ['x']],
]

for (const [what, body, read] of bodies) {
  for (const path of ['/whole', '/file']) {
    test(`a multipart form of ${path} is read as FastAPI reads it: ${what}`, async () => {
      const response = await send(path, body)
      const expected = path === '/file' && read.length === 0 ? null : read
      assert.deepEqual(await response.json(), { a: expected })
    })
  }
}

for (const body of [
  textOf('x').slice(0, -6),
  'x',
  textOf('x').replace('form-data', 'attachment'),
  `${'\n'.repeat(1001)}${textOf('x')}`,
]) {
  for (const path of ['/whole', '/file']) {
    test(`an invalid multipart form of ${path} is a 400: ${JSON.stringify(body.slice(-60))}`, async () => {
      const response = await send(path, body)
      assert.deepEqual([response.status, await response.json()], [400, { detail: 'Invalid multipart data.' }])
    })
  }
}

test('an empty boundary is refused (RFC 2046 §5.1.1)', async () => {
  for (const path of ['/whole', '/file']) {
    const response = await send(path, textOf('x').replaceAll('box', ''), '')
    assert.deepEqual([response.status, await response.json()], [400, { detail: 'Invalid multipart data.' }])
  }
})

test('a name is read with the escapes of browsers and of quoted strings', async () => {
  for (const [sent, name] of [
    ['b%22c', 'b"c'],
    ['b%0D%0ac%0d%0A%25', 'b\r\nc\r\n%25'],
    ['b\\"c', 'b"c'],
    ['b\\\\c', 'b\\c'],
  ] as const) {
    const body = formOf(partOf(`Content-Disposition: form-data; name="${sent}"`, 'x'))
    assert.deepEqual(await (await send('/whole', body)).json(), { a: [], [name]: 'x' })
  }
})

test('control characters in names are read as they are, as browsers and FormData send them', async () => {
  const body = formOf(partOf('Content-Disposition: form-data; name="b\0\x1b\x7f"', 'x'))
  assert.deepEqual(await (await send('/whole', body)).json(), { a: [], 'b\0\x1b\x7f': 'x' })
  const form = new FormData()
  form.append('a', 'x')
  form.append('photo', new File(['y'], '\x01日\x1f.png'))
  const response = await api.fetch(new Request('http://localhost/file', { method: 'POST', body: form }))
  assert.deepEqual(await response.json(), { a: ['x'], photo: '\x01日\x1f.png' })
})

test('the issue of a file in place of a string shows the name and type of the file', async () => {
  const body = formOf(partOf(`${head}; filename="p.png"\r\nContent-Type: image/png`, 'x'))
  const response = await send('/whole', body)
  assert.equal(response.status, 422)
  assert.deepEqual(await response.json(), {
    detail: [
      {
        type: 'string_type',
        loc: ['body', 'a', 0],
        msg: 'Input should be a valid string',
        input: { filename: 'p.png', content_type: 'image/png' },
      },
    ],
  })
})

test('a file is refused in place of a record that a validator parses from a string', async () => {
  const body = formOf(partOf('Content-Disposition: form-data; name="record"; filename="p.png"', 'x'))
  for (const path of ['/record', '/any']) {
    const response = await send(path, body)
    const shown = { filename: 'p.png', content_type: 'application/octet-stream' }
    const refused = { type: 'dict_type', loc: ['body', 'record'], msg: 'Input should be a valid dictionary' }
    const expected = path === '/any' ? shown : { detail: [{ ...refused, input: shown }] }
    assert.deepEqual([response.status, await response.json()], [path === '/any' ? 200 : 422, expected])
  }
})

test('§4.2.3 a boundary of a form may be as long as RFC 2046 allows, and no longer', async () => {
  for (const path of ['/whole', '/file']) {
    const [most, more] = await Promise.all(
      [70, 71, 300, 15_000].map((length) => {
        const boundary = 'b'.repeat(length)
        return send(path, textOf('x').replaceAll('box', boundary), boundary)
      }),
    )
    assert.equal(most?.status, 200)
    assert.equal(more?.status, 400)
    const detail = 'The boundary of a multipart body has at most 70 characters.'
    assert.deepEqual(await more?.json(), { detail })
  }
})

// table: parameters of the media type, a value, each with one byte per character, and what FastAPI reads.
const encodings: readonly (readonly [string, string, string])[] = [
  ['boundary=box', '\xc3\xa9', 'é'],
  ['boundary=box', '\xe9', 'é'],
  ['boundary=box; charset=utf-8', '\xc3\xa9', 'é'],
  ['charset=UTF-8; boundary=box', '\xe9', 'é'],
  ['boundary=box; charset=ISO-8859-1', '\xc3\xa9', 'Ã©'],
  ['boundary=box; charset=latin1', '\x80', '\x80'],
  ['boundary=box; charset="us-ascii"', '\xc3\xa9', 'Ã©'],
  ['boundary=box; charset=windows-1252', '\x80', '€'],
  ['boundary=box; charset=windows-1251', '\xe9', 'й'],
  ['boundary=box; charset=shift_jis', '\x83A', 'ア'],
  ['boundary=box; charset=shift_jis', '\x83\xff', '\x83ÿ'],
  ['boundary=box; charset=nonsense', '\xc3\xa9', 'Ã©'],
  ['boundary=box; charset=', '\xc3\xa9', 'Ã©'],
]

for (const [parameters, sent, read] of encodings) {
  test(`the values and names of a form with ${parameters} are read as FastAPI reads them: ${JSON.stringify(sent)}`, async () => {
    const type = `multipart/form-data; ${parameters}`
    const text = partOf(`Content-Disposition: form-data; name="b${sent}"`, sent)
    const whole = await sendAs(type, '/whole', formOf(text))
    assert.deepEqual(await whole.json(), { a: [], [`b${read}`]: read })
    const photo = partOf(
      `Content-Disposition: form-data; name="photo"; filename="${sent}.png"\r\nX-More: \xe9\r\nContent-Type: image/png`,
      'x',
    )
    const withFile = await sendAs(type, '/file', formOf(partOf(head, sent), photo))
    assert.deepEqual(await withFile.json(), { a: [read], photo: `${read}.png` })
  })
}

test('the head of a part may have spaces around its separators, and the last name counts', async () => {
  for (const disposition of [
    'form-data; name = "a"',
    'form-data ; name= a ; x',
    'form-data\t;\tname="a"',
    'form-data;x;name="a"',
    'form-data; name="a" ; x="b"',
    'form-data; x="b" ; name="a"\t ',
    'form-data; name="b"; name="a"',
  ]) {
    const body = formOf(partOf(`Content-Disposition: ${disposition}`, 'x'))
    assert.deepEqual(await (await sendAs(`multipart/form-data; boundary = "box"`, '/whole', body)).json(), {
      a: ['x'],
    })
  }
})

test('a boundary within another parameter is ignored, and the last boundary counts', async () => {
  for (const parameters of [
    ' boundary=no; boundary=box; x="; boundary=no"',
    '\tboundary=box',
    'BOUNDARY="box";',
  ])
    assert.deepEqual(
      await (await sendAs(`multipart/form-data;${parameters}`, '/whole', textOf('x'))).json(),
      {
        a: ['x'],
      },
    )
})

function send(path: string, body: string, boundary = 'box'): Promise<Response> {
  return sendAs(`multipart/form-data; boundary=${boundary}`, path, body)
}

function sendAs(type: string, path: string, body: string): Promise<Response> {
  const headers = { 'content-type': type }
  return api.fetch(
    new Request(`http://x${path}`, { method: 'POST', headers, body: Buffer.from(body, 'latin1') }),
  )
}
