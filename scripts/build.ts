import { join } from 'node:path'
import { buildPackages } from './package-build.ts'
import { root } from './step.ts'

for (const { folder } of await buildPackages(join(root, 'dist'))) console.log(folder)
