import { join } from 'node:path'
import { root } from './root.ts'

/** The file of the compiler that Node runs. npm makes those in `.bin` for the shell of the system. */
export const compiler = join(root, 'node_modules/typescript/bin/tsc')
