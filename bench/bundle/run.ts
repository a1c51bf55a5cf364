import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { assertInstalled, versionOf } from '../harness/installed.ts'
import { describeMachine } from '../harness/machine.ts'
import { keepsSamples, type Series, writeSamples } from '../harness/samples-file.ts'
import { formatTable } from '../harness/table.ts'
import { formatTargetLine } from '../harness/target-line.ts'
import type { Bundle } from './browser-bundle.ts'

const LIMIT = 20_000
const model = join(import.meta.dirname, '../../packages/model/src/index.ts')
const everything = `export * from ${JSON.stringify(model)}`
const small = `import { Model, integer, string } from ${JSON.stringify(model)}
export class Post extends Model({ title: string({ minLength: 1 }), priority: integer({ ge: 1 }) }) {}`
const annotations = { re2js: '@postern/model/pattern-annotation' }

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
assertInstalled()
const { buildForBrowser } = await import('./browser-bundle.ts')
const own = await buildForBrowser(everything, { external: ['re2js'] })
const whole = await buildForBrowser(everything)
const bundles = [
  ['everything of our own', own],
  ['everything, with re2js', whole],
  ['a model of two fields, of our own', await buildForBrowser(small, { external: ['re2js'] })],
  ['a model of two fields, with re2js', await buildForBrowser(small)],
  ['a model of two fields, patterns as annotations', await buildForBrowser(small, { alias: annotations })],
] as const

console.log('@postern/model for a browser, in bytes')
console.log(formatTable(['', 'minified', 'gzip', 'brotli'], bundles.map(formatRow)))
const compressed = brotli(own.code)
console.log('\nThe largest parts of our own, and by how much the whole is smaller without each')
console.log(formatTable(['', 'minified', 'brotli'], largestParts(own).map(formatPart)))
const bleeds = findBleeds(own)
const targets = [
  formatTargetLine({
    isMet: compressed <= LIMIT,
    promise: `at most ${LIMIT} bytes of our own, brotli`,
    figure: String(compressed),
  }),
  formatTargetLine({
    isMet: bleeds.length === 0,
    promise: 'nothing of a server in it',
    figure: bleeds.join(', ') || 'nothing',
  }),
]
console.log(`\n${targets.join('\n')}`)
if (keepsSamples(values)) {
  writeSamples({
    suite: 'bundle',
    taken: new Date().toISOString(),
    machine: describeMachine(),
    versions: { esbuild: versionOf('esbuild') },
    load: 'sizes, which do not depend on the load',
    notes: ['minified by esbuild for browsers; re2js is the one dependency'],
    targets,
    series: bundles.flatMap(seriesOf),
  })
}

function seriesOf([peer, { code }]: readonly [string, Bundle]): Series[] {
  const about = { suite: 'bundle', peer, runtime: 'node', metric: 'size', unit: 'bytes' } as const
  return [
    { ...about, scenario: 'minified', values: [Buffer.byteLength(code)] },
    { ...about, scenario: 'gzip', values: [gzipped(code)] },
    { ...about, scenario: 'brotli', values: [brotli(code)] },
  ]
}

function formatRow([name, { code }]: readonly [string, Bundle]): string[] {
  return [name, String(Buffer.byteLength(code)), String(gzipped(code)), String(brotli(code))]
}

interface Part {
  readonly file: string
  readonly bytes: number
  readonly saving: number
}

function largestParts({ parts }: Bundle): readonly Part[] {
  const rest = (index: number): string =>
    parts.flatMap((part, at) => (at === index ? [] : part.code)).join('')
  const whole = brotli(parts.map((part) => part.code).join(''))
  return parts
    .map((part, index) => ({
      file: part.file.replace('packages/model/src/', ''),
      bytes: part.code.length,
      saving: whole - brotli(rest(index)),
    }))
    .sort((a, b) => b.saving - a.saving)
    .slice(0, 20)
}

function formatPart({ file, bytes, saving }: Part): string[] {
  return [file, String(bytes), String(saving)]
}

function gzipped(code: string): number {
  return gzipSync(code, { level: 9 }).length
}

function brotli(code: string): number {
  return brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

/** Finds words of a server or a runtime, which a model has no use for. */
function findBleeds({ code, imports }: Bundle): string[] {
  const words =
    /\bnode:[a-z]+|(?<![.\w])require\(["'`]|\bprocess\.|\bBuffer\b|\b(?:Deno|Bun)\b|IncomingMessage|createServer|Access-Control|set-cookie|content-type/gi
  const foreign = imports.filter((name) => name !== 're2js')
  return [...new Set([...foreign, ...[...code.matchAll(words)].map(([word]) => word)])]
}
