import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageRefused } from '../errors.ts'

/** A test in a new folder that is removed afterwards. */
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

/** Writes nonsense over pages of a file, as a failing disk does. */
export function damage(file: string, place: 'first' | 'middle' = 'middle'): void {
  const { size } = statSync(file)
  const from = place === 'first' ? 0 : size / 2 - ((size / 2) % 4096)
  const descriptor = openSync(file, 'r+')
  const length = Math.min(size - from, 12_288)
  writeSync(descriptor, Buffer.alloc(length, 0xa5), 0, length, from)
  closeSync(descriptor)
}

/** Checks that an error is a `StorageRefused` of this message, with the place in it. */
export function refusal(message: RegExp, place = ''): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof StorageRefused, String(error))
    assert.match(error.message, message)
    assert.ok(error.message.includes(place), error.message)
    return true
  }
}
