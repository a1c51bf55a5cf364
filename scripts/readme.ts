import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FencedBlock, fencedBlocks } from './fenced-blocks.ts'
import { freePort } from './free-port.ts'
import { root } from './root.ts'
import { withServer } from './server-process.ts'
import { isAsShown, missingOutput } from './shown-output.ts'

/*
 * Checks the programs in every README and in the pages of docs/:
 * - A `ts` block is a program that compiles under strict options. It serves if it names a port; otherwise it exits with 0
 *   and prints what the comments after its calls show.
 * - An `sh` block that calls curl, and a `ts` block that names the service's address, runs against a fresh service, after
 *   the earlier blocks. The output of curl is as the next block shows it, if that is `http`, `json` or has no language.
 * - Every npm script that an `sh` block runs exists.
 */

const documented = 'http://127.0.0.1:8000'
const outputs = ['http', 'json', '']

/** A block, with its page and the other blocks there. */
interface PageBlock extends FencedBlock {
  readonly page: string
  readonly next: FencedBlock | undefined
}

const pages = [
  'README.md',
  'packages/model/README.md',
  'packages/contract/README.md',
  'service/README.md',
  'docs/cross-origin.md',
  'docs/from-fastapi.md',
]
const blocks = (await Promise.all(pages.map(readBlocks))).flat()
const commands = blocks.filter(({ language }) => language === 'sh')
const programs = blocks.filter(({ language }) => language === 'ts')
const calls = blocks.filter(isCall)
const folder = await mkdtemp(join(tmpdir(), 'readme-'))
let failures = 0
try {
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const block of commands) await checked(block, () => checkScripts(block))
  for (const block of programs.filter((one) => !isCall(one))) await checked(block, () => checkProgram(block))
  if (calls[0]) await checked(calls[0], () => checkCalls(calls))
  await checkTypes()
} finally {
  await rm(folder, { recursive: true })
}
process.exitCode = failures > 0 ? 1 : 0
console.log(`${programs.length + commands.length - failures} passed, ${failures} failed`)

async function readBlocks(page: string): Promise<PageBlock[]> {
  const found = fencedBlocks(await readFile(join(root, page), 'utf8'))
  return found.map((block, index) => ({ ...block, page, next: found[index + 1] }))
}

async function checked(block: PageBlock, check: () => Promise<void>): Promise<void> {
  await check().catch((error: Error) => {
    failures++
    console.log(`${block.page}:${block.line} ${error.message}`)
  })
}

async function checkScripts({ text }: FencedBlock): Promise<void> {
  const { scripts } = Object(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const known = ['ci', 'install', ...Object.keys(Object(scripts))]
  const named = [...text.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  const missing = named.filter((name) => !known.includes(name))
  if (missing.length > 0) throw new Error(`there is no npm script ${missing.join(', ')}`)
}

/** Whether a block calls the service. */
function isCall({ language, text }: FencedBlock): boolean {
  return language === 'ts' ? text.includes(documented) : language === 'sh' && /\bcurl\b/.test(text)
}

async function checkProgram(block: PageBlock): Promise<void> {
  const port = await freePort()
  const file = await writeProgram(block, block.text.replace(/\bport: \d+/, `port: ${port}`))
  if (!/\bport: \d+/.test(block.text)) return checkPrinted(file, block)
  const ready = `http://127.0.0.1:${port}/openapi.json`
  return withServer({ args: [file], cwd: folder, ready }, async () => {})
}

async function writeProgram(block: PageBlock, text: string): Promise<string> {
  const file = join(folder, programName(block))
  await writeFile(file, text)
  return file
}

async function checkPrinted(file: string, { text }: FencedBlock): Promise<void> {
  const missing = missingOutput(await run(process.execPath, [file]), text)
  if (missing !== undefined) throw new Error(`does not print ${missing}`)
}

function programName({ page, line }: PageBlock): string {
  return `${page.replaceAll('/', '-')}-${line}.ts`
}

/** Makes the compiler's messages name the page and the line of the block. */
async function checkTypes(): Promise<void> {
  const config = { extends: join(root, 'tsconfig.json'), include: [join(folder, '*.ts')], exclude: [] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, '--noEmit', '-p', folder]).catch((error: Error) => {
    failures++
    console.log(error.message)
  })
}

async function checkCalls(calls: readonly PageBlock[]): Promise<void> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const service = {
    args: [join(root, 'service/bin/postern.js'), 'serve'],
    cwd: folder,
    env: { HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: `sqlite:${folder}/readme.db` },
    ready: `${address}/openapi.json`,
  }
  await withServer(service, async () => {
    for (const block of calls) await checked(block, () => checkCall(block, address))
  })
}

async function checkCall(block: PageBlock, address: string): Promise<void> {
  const text = block.text.replaceAll(documented, address)
  if (block.language === 'ts') return checkPrinted(await writeProgram(block, text), block)
  const output = await run('bash', ['-euo', 'pipefail', '-c', text])
  const { next } = block
  if (next === undefined || !outputs.includes(next.language)) return
  if (!isAsShown(output.replaceAll(address, documented), next)) throw new Error(`printed:\n${output}`)
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: folder, timeout: 30_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error(`${error.message}\n${stdout}${stderr}`))
    })
  })
}
