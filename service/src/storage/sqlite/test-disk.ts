import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { mock } from 'node:test'

/** Observers of the work on a disk, and what the disk cannot do. */
export interface DiskOptions {
  /** Receives each change of a name before it is made. */
  readonly before?: (change: string) => void
  readonly hasLinks?: boolean
  /** The error code with which every flush except that of a commit fails. Default: none. */
  readonly flushError?: string
  /** The flush of a commit waits for this promise, and fails if it is rejected. */
  readonly beforeCommit?: () => Promise<void>
}

/**
 * What a power cut would leave of a folder: the names in it at the start, and at the last flush of each folder. As in
 * POSIX, the flush of a file does not keep any of its names. Flushes by SQLite itself are not observed.
 */
export class WatchedDisk {
  readonly #root: string
  readonly #folders = new Map<bigint | undefined, ReadonlyMap<string, bigint | undefined>>()
  readonly #opened = new Map<unknown, string>()
  readonly #flushed = new Set<bigint | undefined>()

  constructor(root: string) {
    this.#root = root
    this.#flush(root)
  }

  /** Lists the names in a folder that are on disk. */
  names(folder: string): string[] {
    return [...(this.#folders.get(identify(folder))?.keys() ?? [])].sort()
  }

  /** Whether the path leads to the current file, by names that are all on disk. */
  keeps(path: string): boolean {
    if (path === this.#root) return true
    const kept = this.#folders.get(identify(dirname(path)))?.get(basename(path))
    return kept !== undefined && kept === identify(path) && this.keeps(dirname(path))
  }

  /** Whether Node flushed the content of the file, under whatever name it had then. */
  isFlushed(path: string): boolean {
    return this.#flushed.has(identify(path))
  }

  /** Does the work, and observes the flushes and the changes of names that Node makes for it. */
  async during(work: () => Promise<void>, options: DiskOptions = {}): Promise<void> {
    watch('openSync', { after: (given, descriptor) => this.#opened.set(descriptor, String(given[0])) })
    watch('fsyncSync', {
      before: () => fail(options.flushError),
      after: ([descriptor]) => this.#flush(this.#opened.get(descriptor) ?? ''),
    })
    const { fdatasync } = fs
    mock.method(fs, 'fdatasync', (descriptor: number, done: fs.NoParamCallback) => {
      const flushed: fs.NoParamCallback = (error) => {
        if (!error) this.#flush(this.#opened.get(descriptor) ?? '')
        done(error)
      }
      const ready = options.beforeCommit?.() ?? Promise.resolve()
      ready.then(() => fdatasync(descriptor, flushed), done)
    })
    for (const name of ['linkSync', 'renameSync', 'rmSync'] as const) {
      const before = (given: readonly unknown[]) => change(`${name} ${given.slice(0, 2).join(' ')}`, options)
      watch(name, { before })
    }
    syncBuiltinESMExports()
    try {
      await work()
    } finally {
      mock.restoreAll()
      syncBuiltinESMExports()
    }
  }

  #flush(path: string): void {
    const file = identify(path)
    if (!fs.statSync(path).isDirectory()) this.#flushed.add(file)
    else
      this.#folders.set(file, new Map(fs.readdirSync(path).map((name) => [name, identify(join(path, name))])))
  }
}

function change(text: string, { before, hasLinks = true }: DiskOptions): void {
  before?.(text)
  if (!hasLinks && text.startsWith('linkSync')) fail('EPERM')
}

function fail(code: string | undefined): void {
  if (code !== undefined) throw Object.assign(new Error(`${code}: simulated disk failure`), { code })
}

interface Watching {
  readonly before?: (given: readonly unknown[]) => void
  readonly after?: (given: readonly unknown[], result: unknown) => void
}

function watch(
  name: 'openSync' | 'fsyncSync' | 'linkSync' | 'renameSync' | 'rmSync',
  watching: Watching,
): void {
  const real = fs[name]
  mock.method(fs, name, (...given: unknown[]) => {
    watching.before?.(given)
    const result: unknown = Reflect.apply(real, fs, given)
    watching.after?.(given, result)
    return result
  })
}

function identify(path: string): bigint | undefined {
  return fs.statSync(path, { bigint: true, throwIfNoEntry: false })?.ino
}
