import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { root } from './root.ts'

/** A release whose files are included in ours, because installing the package would pull in telemetry. */
interface Release {
  readonly name: string
  readonly version: string
  /** The digest of the tarball; a different tarball under the same version is refused. */
  readonly integrity: string
  readonly licences: readonly string[]
}

interface Source {
  readonly name: string
  readonly mediaType: string
  /** The file inside the release, or under `scripts/docs-assets` when there is no release. */
  readonly file: string
  readonly release?: Release
  readonly edit?: { readonly from: string; readonly to: string; readonly reason: string }
}

const swagger: Release = {
  name: 'swagger-ui-dist',
  version: '5.35.0',
  integrity:
    'sha512-U06rpMtW9V3XPGOBeamTUSr0Z09jMX4IJuANpE/EZbAhw0G8CgwrzU4YmXkn/h0wCDNsXdGarTNNHC3sU8yVUQ==',
  licences: ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'],
}

const redoc: Release = {
  name: 'redoc',
  version: '2.5.4',
  integrity:
    'sha512-M6jWhG1qoBnH6TFmzJnstyCZ87HmOY/UzDm78mHiYihEdlV/YcS9ogOo1NlElnJMeLsyxHFe2yFc4sNjHTrABQ==',
  licences: [
    'LICENSE',
    'bundles/redoc.standalone.js.LICENSE.txt',
    'bundles/d87bcbdbea8f8f5aa26f.worker.js.LICENSE.txt',
  ],
}

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

const sources: readonly Source[] = [
  { name: 'swagger-ui.css', mediaType: style, file: 'swagger-ui.css', release: swagger },
  { name: 'swagger-ui-bundle.js', mediaType: script, file: 'swagger-ui-bundle.js', release: swagger },
  { name: 'swagger-ui-init.js', mediaType: script, file: 'swagger-ui-init.js' },
  { name: 'oauth2-redirect.js', mediaType: script, file: 'oauth2-redirect.js', release: swagger },
  {
    name: 'redoc.standalone.js',
    mediaType: script,
    file: 'bundles/redoc.standalone.js',
    release: redoc,
    edit: {
      from: 'https://cdn.redoc.ly/redoc/logo-mini.svg',
      to: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC',
      reason:
        'the logo beside "API docs by Redocly" is an empty image, so that no other host is asked for it',
    },
  },
  { name: 'redoc-init.js', mediaType: script, file: 'redoc-init.js' },
  { name: 'docs.css', mediaType: style, file: 'docs.css' },
]

const target = join(root, 'packages/contract/assets')
const run = promisify(execFile)

await vendor()

async function vendor(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-assets-'))
  try {
    for (const release of [swagger, redoc]) await unpack(release, folder)
    await clear()
    const manifest: string[] = []
    for (const source of sources) manifest.push(await writeAsset(source, await content(source, folder)))
    await writeManifest(manifest)
    await writeLicences(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function unpack(release: Release, folder: string): Promise<void> {
  const spec = `${release.name}@${release.version}`
  const { stdout } = await run('npm', ['pack', spec, '--json', '--pack-destination', folder], { cwd: folder })
  const filename = packedFile(JSON.parse(stdout))
  const archive = join(folder, filename)
  const digest = createHash('sha512').update(await readFile(archive))
  const integrity = `sha512-${digest.digest('base64')}`
  if (integrity !== release.integrity)
    throw new Error(`${spec} has integrity ${integrity}, expected ${release.integrity}`)
  await mkdir(join(folder, release.name))
  await run('tar', ['xzf', archive, '-C', join(folder, release.name), '--strip-components', '1'])
}

function packedFile(report: unknown): string {
  const [first]: unknown[] = Array.isArray(report) ? report : []
  if (
    typeof first === 'object' &&
    first !== null &&
    'filename' in first &&
    typeof first.filename === 'string'
  ) {
    return first.filename
  }
  throw new Error('npm pack did not say which file it wrote')
}

async function clear(): Promise<void> {
  for (const name of await readdir(target)) await rm(join(target, name))
}

async function content(source: Source, folder: string): Promise<string> {
  const { release, edit } = source
  const path = release
    ? join(folder, release.name, source.file)
    : join(root, 'scripts/docs-assets', source.file)
  const text = (await readFile(path, 'utf8')).replace(/\n?(\/\/# |\/\*# )sourceMappingURL=.*\s*$/, '\n')
  if (edit === undefined) return text
  if (!text.includes(edit.from)) throw new Error(`${source.name} no longer holds ${edit.from}`)
  return text.replaceAll(edit.from, edit.to)
}

async function writeAsset(source: Source, text: string): Promise<string> {
  const base64 = gzipSync(text, { level: 9 }).toString('base64')
  const sha256 = createHash('sha256').update(text).digest('hex')
  const path = join(target, moduleName(source.name))
  await writeFile(path, `// ${origin(source)}; gzip, base64\nexport const gzip =\n  '${base64}'\n`)
  await writeFile(path.replace(/\.js$/, '.d.ts'), 'export declare const gzip: string\n')
  return `  '${source.name}': { mediaType: '${source.mediaType}', sha256: '${sha256}' },\n`
}

/** `swagger-ui.css` is stored in `swagger-ui-css.js`. */
function moduleName(name: string): string {
  return `${name.replaceAll('.', '-')}.js`
}

function origin({ name, release }: Source): string {
  return release ? `${name} of ${release.name} ${release.version}, see LICENSES.md` : name
}

async function writeManifest(lines: readonly string[]): Promise<void> {
  const names = sources.map(({ name }) => `  | '${name}'\n`).join('')
  const types = `export type AssetName =
${names}
export interface AssetEntry {
  readonly mediaType: string
  readonly sha256: string
}

export declare const manifest: Readonly<Record<AssetName, AssetEntry>>
`
  await writeFile(join(target, 'manifest.js'), `export const manifest = {\n${lines.join('')}}\n`)
  await writeFile(join(target, 'manifest.d.ts'), types)
}

async function writeLicences(folder: string): Promise<void> {
  const parts = ['# Licences of the files shipped for the documentation pages\n']
  for (const release of [swagger, redoc]) {
    parts.push(`## ${release.name} ${release.version}\n`, ...releaseNotes(release))
    for (const file of release.licences) {
      const text = await readFile(join(folder, release.name, file), 'utf8')
      parts.push(`### ${file}\n`, `\`\`\`\`text\n${text.trimEnd()}\n\`\`\`\`\n`)
    }
  }
  await writeFile(join(target, 'LICENSES.md'), parts.join('\n'))
}

function releaseNotes(release: Release): string[] {
  const files = sources.filter((source) => source.release === release)
  const shipped = files.map(({ file }) => `\`${file}\``).join(', ')
  const edits = files.flatMap(({ name, edit }) => (edit ? [`Changed in \`${name}\`: ${edit.reason}.\n`] : []))
  return [`Shipped: ${shipped}. The comment naming a source map is taken off the end.\n`, ...edits]
}
