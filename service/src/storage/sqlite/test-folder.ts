import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a test in a new folder that is removed afterwards. */
export function inFolder(test: (folder: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postern-folder-'))
    try {
      await test(folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

/** Overwrites pages of a file with garbage, as a failing disk does. */
export function damage(file: string, place: 'first' | 'middle' = 'middle'): void {
  const { size } = statSync(file)
  const from = place === 'first' ? 0 : size / 2 - ((size / 2) % 4096)
  const descriptor = openSync(file, 'r+')
  const length = Math.min(size - from, 12_288)
  writeSync(descriptor, Buffer.alloc(length, 0xa5), 0, length, from)
  closeSync(descriptor)
}
