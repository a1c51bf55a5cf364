import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { mock } from 'node:test'

/** What is told of the work on a disk, and what the disk cannot do. */
export interface DiskOptions {
  /** Is told each change of a name before it is made. */
  readonly before?: (change: string) => void
  readonly hasLinks?: boolean
  /** The code of the error that every flush but that of a commit ends with; default: none. */
  readonly flushError?: string
  /** What the flush of a commit waits for, and fails for where that is rejected. */
  readonly beforeCommit?: () => Promise<void>
}

/**
 * What a power cut would leave of a folder: the names in it as they were at first, and at each folder's last flush.
 * As POSIX has it, the flush of a file keeps none of its names. What SQLite flushes by itself is not seen.
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

  /** The names in a folder that are on the disk. */
  names(folder: string): string[] {
    return [...(this.#folders.get(identify(folder))?.keys() ?? [])].sort()
  }

  /** Whether the path leads to the file that is there now, by names that are all on the disk. */
  keeps(path: string): boolean {
    if (path === this.#root) return true
    const kept = this.#folders.get(identify(dirname(path)))?.get(basename(path))
    return kept !== undefined && kept === identify(path) && this.keeps(dirname(path))
  }

  /** Whether Node flushed what is in the file, whatever its name was then. */
  isFlushed(path: string): boolean {
    return this.#flushed.has(identify(path))
  }

  /** Does the work, and watches the flushes and the changes of names that Node makes for it. */
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
  if (code !== undefined) throw Object.assign(new Error(`${code}: the disk was told to`), { code })
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
