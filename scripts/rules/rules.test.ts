import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskCode } from './code-mask.ts'
import { dependencies } from './dependencies.ts'
import { documentedNames } from './documented-names.ts'
import { escapes } from './escapes.ts'
import { exportForms } from './export-forms.ts'
import { exportsMaps } from './exports-maps.ts'
import { fileNames } from './file-names.ts'
import { fileSizes } from './file-sizes.ts'
import { layers } from './layers.ts'
import { leftovers } from './leftovers.ts'
import { runtimeImports } from './runtime-imports.ts'
import { createSource, type Rule } from './workspace.ts'

interface Example {
  readonly title: string
  readonly rule: Rule
  readonly files: Readonly<Record<string, string>>
  /** `path:line` of every problem, in order. */
  readonly problems: readonly string[]
}

const model = 'packages/model/src'
const contract = 'packages/contract/src'
const manifest = {
  'packages/model/package.json': '{"exports":{".":"./src/index.ts"},"dependencies":{"re2js":"1"}}',
}
const long = (lines: number) => 'f()\n// a comment\n\n'.repeat(lines)

const examples: readonly Example[] = [
  {
    title: 'a lower layer of the model may not import a higher one, not even a type',
    rule: layers,
    files: {
      [`${model}/rules/length.ts`]:
        "import type { Issue } from '../issues/issue.ts'\nimport type { Kind } from '../kinds/kind.ts'",
      [`${model}/kinds/string.ts`]: "import { lengthRules } from '../rules/length.ts'\nimport './kind.ts'",
      [`${model}/rules/length.test.ts`]: "import { Model } from '../model.ts'",
    },
    problems: [`${model}/rules/length.ts:2`],
  },
  {
    title: 'neighbours may not import each other in both directions',
    rule: layers,
    files: {
      [`${model}/text/uuid.ts`]: "import { reject } from '../issues/issue.ts'",
      [`${model}/issues/issue.ts`]: "// first\nexport { x } from '../text/uuid.ts'",
      [`${model}/schema/ref.ts`]: "import { reject } from '../issues/issue.ts'",
    },
    problems: [`${model}/text/uuid.ts:1`, `${model}/issues/issue.ts:2`],
  },
  {
    title: 'a file outside every layer is reported',
    rule: layers,
    files: { [`${model}/stray.ts`]: '' },
    problems: [`${model}/stray.ts:1`],
  },
  {
    title: 'cors imports nothing outside cors, and an adapter only the exchange',
    rule: layers,
    files: {
      [`${contract}/cors/policy.ts`]: "import { a } from '../errors.ts'\nimport { b } from './options.ts'",
      [`${contract}/adapters/node.ts`]:
        "import { a } from '../exchange.ts'\nimport { b } from '../bind/body.ts'",
      [`${contract}/exchange.ts`]: "import { a } from './cors/policy.ts'\nimport { b } from './bind/body.ts'",
    },
    problems: [`${contract}/cors/policy.ts:1`, `${contract}/adapters/node.ts:2`],
  },
  {
    title: 'packages depend on each other in one direction, and never by path',
    rule: layers,
    files: {
      [`${model}/text/a.ts`]: "import { contract } from '@postern/contract'",
      [`${contract}/api.ts`]: "import { Model } from '@postern/model'\nawait import('postern')",
      'service/src/app.ts': "import { Model } from '../../packages/model/src/model.ts'",
    },
    problems: [`${model}/text/a.ts:1`, `${contract}/api.ts:2`, 'service/src/app.ts:1'],
  },
  {
    title: 'handlers know neither storage nor HTTP, and drivers stay in storage',
    rule: layers,
    files: {
      'service/src/posts/handlers.ts':
        "import { a } from '../storage/open.ts'\nimport { b } from 'node:http'\nimport { c } from './store.ts'",
      'service/src/operations/health.ts': "import postgres from 'postgres'",
      'service/src/storage/sqlite/open.ts':
        "import { DatabaseSync } from 'node:sqlite'\nimport type { P } from '../../posts/store.ts'",
    },
    problems: [
      'service/src/posts/handlers.ts:1',
      'service/src/posts/handlers.ts:2',
      'service/src/operations/health.ts:1',
    ],
  },
  {
    title: 'the model and the contract import no runtime, except in the Node adapter',
    rule: runtimeImports,
    files: {
      [`${model}/text/a.ts`]: "import { x } from 'node:util'",
      [`${contract}/api.ts`]: "// import 'fs'\nconst text = \"import 'fs'\"\nimport { y } from 'fs/promises'",
      [`${contract}/client.ts`]: 'await import(`node:util`)',
      [`${contract}/adapters/node.ts`]: "import { createServer } from 'node:http'",
      [`${contract}/api.test.ts`]: "import { test } from 'node:test'",
      'service/src/app.ts': "import { x } from 'node:util'",
    },
    problems: [`${model}/text/a.ts:1`, `${contract}/api.ts:3`, `${contract}/client.ts:1`],
  },
  {
    title: 'every imported package is declared, and every declared one has a reason',
    rule: dependencies,
    files: {
      ...manifest,
      [`${model}/index.ts`]: "import './rules/pattern.ts'",
      [`${model}/rules/sample.ts`]: "import fc from 'fast-check'",
      [`${model}/rules/pattern.ts`]:
        "import { RE2JS } from 're2js'\nimport { z } from 'zod/v4'\nimport x from '@a/b/c'\nArray.from('text')",
    },
    problems: [`${model}/rules/pattern.ts:2`, `${model}/rules/pattern.ts:3`, 'packages/model/package.json:1'],
  },
  {
    title: 'files have at most 200 code lines, the exchange 60, an example 40',
    rule: fileSizes,
    files: {
      [`${model}/text/fits.ts`]: long(200),
      [`${model}/text/long.ts`]: long(201),
      [`${model}/text/table.ts`]: `// table: the block names of Unicode\n${long(500)}`,
      [`${model}/text/undescribed.ts`]: `// table:\n${long(201)}`,
      [`${contract}/exchange.ts`]: long(61),
      'examples/first.ts': long(41),
      [`${model}/text/long.test.ts`]: long(500),
    },
    problems: [
      `${model}/text/long.ts:1`,
      `${model}/text/undescribed.ts:1`,
      `${contract}/exchange.ts:1`,
      'examples/first.ts:1',
    ],
  },
  {
    title: 'a file name that says nothing is reported',
    rule: fileNames,
    files: {
      [`${model}/text/string-utils.ts`]: '',
      'service/lib/a.ts': '',
      [`${model}/text/library.ts`]: '',
      'docs/misc.md': '',
    },
    problems: [`${model}/text/string-utils.ts:1`, 'service/lib/a.ts:1'],
  },
  {
    title: 'no star exports',
    rule: exportForms,
    files: {
      'scripts/a.ts': "export const x = 1\nexport * from './b.ts'",
      'scripts/b.ts': "// export * from\nexport const text = 'export * from'\nexport type * from './c.ts'",
    },
    problems: ['scripts/a.ts:2', 'scripts/b.ts:3'],
  },
  {
    title: 'no barrels below the entry points',
    rule: exportForms,
    files: {
      ...manifest,
      [`${model}/index.ts`]: "export { a } from './kinds/all.ts'",
      [`${model}/kinds/index.ts`]: 'export const a = 1',
      [`${model}/kinds/all.ts`]: "export { a } from './index.ts'\nexport type { B, C } from './b.ts'",
      [`${model}/kinds/some.ts`]: "import { a } from './index.ts'\nexport { a }",
      [`${model}/kinds/b.ts`]: "export { a } from './index.ts'\nexport type B = 1",
    },
    problems: [`${model}/kinds/index.ts:1`, `${model}/kinds/all.ts:1`, `${model}/kinds/some.ts:1`],
  },
  {
    title: 'every file that a manifest names exists',
    rule: exportsMaps,
    files: {
      'package.json':
        '{"scripts":{\n"a":"node scripts/a.ts && node --test \'service/src/**/*.test.ts\'",\n"b":"node scripts/b.ts"}}',
      'packages/model/package.json': '{"exports":{\n".":"./src/index.ts",\n"./x":{"types":"./src/x.ts"}}}',
      [`${model}/index.ts`]: '',
      'scripts/a.ts': '',
    },
    problems: ['packages/model/package.json:3', 'package.json:3'],
  },
  {
    title: 'nothing bypasses the type checker or the linter',
    rule: escapes,
    files: {
      'scripts/a.ts': 'let a = b as unknown as string',
      'scripts/b.ts':
        "// @ts-expect-error\n/* @ts-ignore */\n// biome-ignore lint: x\nconst text = '// never as any'",
      'scripts/c.test-d.ts': '// @ts-expect-error\nlet a: string = 1',
    },
    problems: ['scripts/a.ts:1', 'scripts/b.ts:1', 'scripts/b.ts:2', 'scripts/b.ts:3'],
  },
  {
    title: 'public names have a docstring where they are declared',
    rule: documentedNames,
    files: {
      ...manifest,
      [`${model}/index.ts`]: "export { a, type B, c as d } from './x.ts'\nexport { e } from './y.ts'",
      [`${model}/x.ts`]:
        '/** Documented. */\nexport const a = 1\n// not documented\nexport interface B {}\n/* nor here */\nexport async function c() {}\nexport type Inner = 1',
      [`${model}/y.ts`]: "import { f } from './z.ts'\nexport { f as e }",
      [`${model}/z.ts`]: '/** Documented. */\n\nexport abstract class f {}',
    },
    problems: [`${model}/x.ts:4`, `${model}/x.ts:6`],
  },
  {
    title: 'a public name whose declaration is not found is reported',
    rule: documentedNames,
    files: { ...manifest, [`${model}/index.ts`]: "export { a } from './x.ts'", [`${model}/x.ts`]: '' },
    problems: [`${model}/index.ts:1`],
  },
  {
    title: 'no paths of a machine and no notes for later remain',
    rule: leftovers,
    files: {
      'README.md': 'See /home/ann/notes.\nGET /posts/tmp/1 and a/tmp/b are fine\n',
      'scripts/a.ts': "// TODO later\nconst path = '/tmp/x'\nconst todos = 1",
    },
    problems: ['README.md:1', 'scripts/a.ts:2', 'scripts/a.ts:1'],
  },
]

for (const { title, rule, files, problems } of examples) {
  test(title, () => {
    const sources = Object.entries(files).map(([path, text]) => createSource(path, text))
    const found = rule({ files: sources, exists: (path) => path in files })
    assert.deepEqual(
      found.map(({ path, line }) => `${path}:${line}`),
      problems,
      found.map(({ path, line, message }) => `${path}:${line} ${message}`).join('\n'),
    )
  })
}

const masked = [
  ["'it\\'s // no' // yes", "'it\\'s // no'       ", "'           '       "],
  ['`a$\x7b {b: "}"} } //` // c', '`a$\x7b {b: "}"} } //`     ', '` $\x7b {b: " "} }   `     '],
  [
    'd = e / f / /[/"]\\//g /* h */ / 2',
    'd = e / f / /[/"]\\//g         / 2',
    'd = e / f / /      /g         / 2',
  ],
  ["return /'/ // i", "return /'/     ", 'return / /     '],
  ['f(/* c */ /re"/)', 'f(        /re"/)', 'f(        /   /)'],
  ['#!/usr/bin/env node\nx', '                   \nx', '                   \nx'],
] as const

for (const [code, comments, literals] of masked) {
  test(`comments and literals are distinguished from code in ${JSON.stringify(code)}`, () => {
    assert.equal(maskCode(code), comments)
    assert.equal(maskCode(code, { literals: true }), literals)
  })
}
