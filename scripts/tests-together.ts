import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// Runs the test files that it is given in one process. An error that one throws while it is loaded ends it: the runner's
// own `--test-isolation=none` passes over it once a test of the file is known, and leaves out the others.
for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)).href)
