import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'node_modules')

/** Ends the program with a one-line instruction where the peers are not installed. */
export function assertInstalled(): void {
  if (existsSync(folder)) return
  console.error('The peers are not installed; run: npm ci --prefix bench')
  process.exit(1)
}

/** Lists the installed versions of these packages, such as `zod 4.6.7, ajv 8.20.0`. */
export function describeVersions(names: readonly string[]): string {
  return names.map((name) => `${name} ${versionOf(name)}`).join(', ')
}

/** Returns the installed version of a package. */
export function versionOf(name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
  return manifest !== null && typeof manifest === 'object' && 'version' in manifest
    ? String(manifest.version)
    : 'unknown'
}
