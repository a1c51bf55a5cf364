import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildPackages } from '../../scripts/package-build.ts'
import { root } from '../../scripts/root.ts'

/** Postern as npm installs it, but without npm. */
export interface Installation {
  /** The program of the service. */
  readonly program: string
  /** Where programs find the packages. */
  readonly folder: string
}

/** Builds the packages into `folder` as `npm run build` does. */
export async function installPackages(folder: string): Promise<Installation> {
  const modules = join(folder, 'node_modules')
  const others = new Set<string>()
  for (const built of await buildPackages(join(folder, 'built'))) {
    const { name, dependencies } = JSON.parse(readFileSync(join(built.folder, 'package.json'), 'utf8'))
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    renameSync(built.folder, join(modules, name))
    for (const other of Object.keys(dependencies)) others.add(other)
  }
  // Dependencies are linked to where the workspace has them.
  for (const other of others) {
    const place = join(modules, other)
    if (!existsSync(place)) symlinkSync(join(root, 'node_modules', other), place)
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  return { program: join(modules, 'postern', 'bin', 'postern.js'), folder }
}
