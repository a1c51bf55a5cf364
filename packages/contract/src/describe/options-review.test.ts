import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JsonSchema, string } from '@postern/model'
import { ContractError, contract, describeContract, implement, routes } from '../index.ts'

const declared = contract({ title: 'T', version: '1', routes: { read: routes().get('/read', {}) } })
const render = () => ({})

/** Options as code without types may write them; `documents` is that of `implement`. */
const mistakes: readonly [string, string, RegExp][] = [
  [
    'a dialect',
    '{"errors":"rfc7807"}',
    /errors is "rfc7807"; write one of 'fastapi', 'problem', 'negotiated', or/,
  ],
  ['no dialect', '{"errors":null}', /errors is null; write one of/],
  [
    'what is shown of input',
    '{"errorInput":"masked"}',
    /errorInput is "masked"; write one of 'full', 'redacted'/,
  ],
  [
    'nullability',
    '{"documents":{"nullable":true}}',
    /documents\.nullable is true; write one of 'any-of', 'type-/,
  ],
  [
    'separation',
    '{"documents":{"separateInputOutput":"no"}}',
    /documents\.separateInputOutput is "no"; write one of true, false/,
  ],
  ...['/v1/', 'v1', '/', '//x', 'https://x/v1', '/v1?a'].map((rootPath): (typeof mistakes)[number] => [
    `the prefix ${rootPath}`,
    JSON.stringify({ documents: { rootPath } }),
    /documents\.rootPath is ".*"; write '' or a path like '\/v1'/,
  ]),
  [
    'two pages at one place',
    '{"documents":{"docsUrl":"/redoc/"}}',
    /docsUrl and documents\.redocUrl are both '\/redoc'; write another path for one of them, or null/,
  ],
  ...['docs', 5, true].map((docsUrl): (typeof mistakes)[number] => [
    `a page at ${docsUrl}`,
    JSON.stringify({ documents: { docsUrl } }),
    /^documents\.docsUrl is (?:"docs"|5|true); write a path like '\/docs', or null to leave it out$/,
  ]),
  ...[null, ''].map((openapiUrl): (typeof mistakes)[number] => [
    `the document at ${JSON.stringify(openapiUrl)}`,
    JSON.stringify({ documents: { openapiUrl } }),
    /^documents\.openapiUrl is (?:null|""); write a path like '\/openapi\.json', or documents: false for none$/,
  ]),
  ...[null, true, 'off'].map((documents): (typeof mistakes)[number] => [
    `documents ${documents}`,
    JSON.stringify({ documents }),
    /^documents is (?:null|true|"off"); write { docsUrl: '\/docs' } or the like, or false for none$/,
  ]),
  [
    'the document where a page is',
    '{"documents":{"docsUrl":"/","openapiUrl":"/"}}',
    /documents\.openapiUrl and documents\.docsUrl are both '\/'; write another path/,
  ],
  [
    'an unknown option of implement',
    '{"errorInptu":"none"}',
    /errorInptu is not an option of implement; it takes cors, errors, errorInput, /,
  ],
  [
    'an unknown option of documents',
    '{"documents":{"docUrl":null}}',
    /docUrl is not an option of documents; it takes openapiUrl, docsUrl, /,
  ],
  ['a clientId of the wrong type', '{"documents":{"clientId":5}}', /^clientId is 5; write a string$/],
  [
    'documents that are a list',
    '{"documents":[]}',
    /^the options of documents are a list; write an object with any of /,
  ],
  ['a dialect without render', '{"errors":{"schema":{}}}', /errors has no render; write \(failure\) => …/],
]

for (const [title, options, message] of mistakes) {
  test(`an option is refused at start: ${title}`, () => refuses(JSON.parse(options), message))
}

const circular: Record<string, unknown> = {}
circular.self = circular

/** Mistakes that only a custom dialect can have. */
const dialects: readonly [string, object, RegExp][] = [
  [
    'with an unknown option',
    { render, schema: {}, mediatype: 'application/json' },
    /mediatype is not an option of errorDialect; it takes render, schema, mediaType/,
  ],
  ['without a schema', { render }, /errors has no schema; write the model/],
  ['whose schema is null', { render, schema: null }, /errors has no schema/],
  ['whose schema is a string', { render, schema: 'x' }, /errors has no schema/],
  ['whose schema has a $ref', { render, schema: { $ref: '#/$defs/A' } }, /errors has a schema with a \$ref/],
  [
    'whose schema is circular',
    { render, schema: circular },
    /errors has a schema that cannot be used: .*circular/,
  ],
  [
    'whose schema is a class other than a model',
    { render, schema: Date },
    /errors has a schema that cannot be used/,
  ],
  [
    'whose schema is a kind with a mistake',
    { render, schema: string({ minLength: -1 }) },
    /errors has a schema that cannot be used: .*minLength/s,
  ],
  ...['text/html', 'application/json; charset=utf-8', '', 'application/+json', 'x-application/json', 5].map(
    (mediaType): (typeof dialects)[number] => [
      `of the media type ${mediaType}`,
      { render, schema: {}, mediaType },
      /errors has the mediaType .*, which is not JSON; write 'application\/json', or one that ends in \+json/,
    ],
  ),
  [
    'whose schema cannot name a component',
    { render, schema: { title: 'My error' } },
    /The model name "My error" cannot name a component/,
  ],
]

for (const [title, errors, message] of dialects) {
  test(`a dialect is refused at start ${title}`, () => refuses({ errors }, message))
}

test('all mistakes in the options are reported together', () => {
  const options = JSON.parse(
    '{"errors":"x","errorInput":"x","documents":{"nullable":"x","separateInputOutput":"x"}}',
  )
  assert.throws(
    () => implement(declared, JSON.parse('{}'), options),
    (error) =>
      error instanceof ContractError &&
      error.mistakes.length === 5 &&
      error.mistakes.some((mistake) => /read .*has no handler/.test(mistake)),
  )
})

test('describeContract refuses the same wrong options', () => {
  const wrong: JsonSchema = JSON.parse('{"errors":"x","nullable":"x","docsUrl":"/docs"}')
  assert.throws(
    () => describeContract(declared, wrong),
    (error) => {
      assert.ok(error instanceof ContractError)
      assert.match(
        error.mistakes[0] ?? '',
        /^docsUrl is not an option of describeContract; it takes errors, /,
      )
      return error.mistakes.length === 3
    },
  )
})

function refuses(options: object, message: RegExp): void {
  assert.throws(
    () => implement(declared, { read: () => null }, options),
    (error) => error instanceof ContractError && error.mistakes.some((mistake) => message.test(mistake)),
  )
}
