import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { assertInstalled } from '../harness/installed.ts'
import { formatTable } from '../harness/table.ts'
import type { Bundle } from './browser-bundle.ts'

const LIMIT = 20_000
const model = join(import.meta.dirname, '../../packages/model/src/index.ts')
const everything = `export * from ${JSON.stringify(model)}`
const small = `import { Model, integer, string } from ${JSON.stringify(model)}
export class Post extends Model({ title: string({ minLength: 1 }), priority: integer({ ge: 1 }) }) {}`

assertInstalled()
const { buildForBrowser } = await import('./browser-bundle.ts')
const own = await buildForBrowser(everything, { external: ['re2js'] })
const whole = await buildForBrowser(everything)
const bundles = [
  ['everything of our own', own],
  ['everything, with re2js', whole],
  ['a model of two fields, of our own', await buildForBrowser(small, { external: ['re2js'] })],
  ['a model of two fields, with re2js', await buildForBrowser(small)],
] as const

console.log('@postern/model for a browser, in bytes')
console.log(formatTable(['', 'minified', 'gzip', 'brotli'], bundles.map(formatRow)))
const compressed = brotli(own.code)
console.log('\nThe largest parts of our own, and by how much the whole is smaller without each')
console.log(formatTable(['', 'minified', 'brotli'], largestParts(own).map(formatPart)))
console.log(
  `\n${compressed <= LIMIT ? 'met    ' : 'NOT MET'}  at most ${LIMIT} bytes of our own, brotli: ${compressed}`,
)
const bleeds = findBleeds(own)
console.log(
  `${bleeds.length === 0 ? 'met    ' : 'NOT MET'}  nothing of a server in it: ${bleeds.join(', ') || 'nothing'}`,
)

function formatRow([name, { code }]: readonly [string, Bundle]): string[] {
  return [
    name,
    String(Buffer.byteLength(code)),
    String(gzipSync(code, { level: 9 }).length),
    String(brotli(code)),
  ]
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

function brotli(code: string): number {
  return brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

/** Words of a server or a runtime that a model has no use for. */
function findBleeds({ code, imports }: Bundle): string[] {
  const words =
    /\bnode:[a-z]+|(?<![.\w])require\(["'`]|\bprocess\.|\bBuffer\b|\b(?:Deno|Bun)\b|IncomingMessage|createServer|Access-Control|set-cookie|content-type/gi
  const foreign = imports.filter((name) => name !== 're2js')
  return [...new Set([...foreign, ...[...code.matchAll(words)].map(([word]) => word)])]
}
