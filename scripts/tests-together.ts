import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// Runs the given test files in one process. If a file throws while it is loaded, the process ends: the runner's own
// `--test-isolation=none` ignores such an error once it knows a test of the file, and skips the other tests.
for (const file of process.argv.slice(2)) await import(pathToFileURL(resolve(file)).href)
