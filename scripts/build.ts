import { join } from 'node:path'
import { buildPackages } from './package-build.ts'
import { root } from './root.ts'

for (const { folder } of await buildPackages(join(root, 'dist'))) console.log(folder)
