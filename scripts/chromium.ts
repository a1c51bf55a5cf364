import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { root } from './root.ts'

const cache = join(root, 'node_modules/.cache')
const home = join(cache, 'chromium')

/** The package's own flags disable web security; a browser that ignores CORS would prove nothing here. */
const flags = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--no-pings', '--disable-domain-reliability']

/**
 * Starts the Chromium that npm installed, with web security. The first start unpacks it, which takes some seconds;
 * close it after use.
 */
export async function openChromium(): Promise<Browser> {
  if (!existsSync(home)) await unpack()
  const launch = (env: NodeJS.ProcessEnv) =>
    chromium.launch({ executablePath: join(home, 'chromium'), args: flags, headless: true, env: plain(env) })
  try {
    return await launch(process.env)
  } catch {
    // A minimal machine has neither NSS nor fonts; the package includes both.
    const bundled = { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: join(home, 'fonts') }
    return launch({ ...process.env, ...bundled })
  }
}

/** Unpacks to another folder and renames it, so that test files starting at once never find a half-unpacked browser. */
async function unpack(): Promise<void> {
  await mkdir(cache, { recursive: true })
  const aside = await mkdtemp(`${home}-`)
  // The package unpacks to the temporary folder, and includes its libraries only where it believes to run on Amazon
  // Linux.
  const env = { ...process.env, TMPDIR: aside, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
  const args = ['--input-type=module', '--eval', program]
  await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname, env })
  await rename(aside, home).catch(() => rm(aside, { recursive: true }))
}

function plain(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}
