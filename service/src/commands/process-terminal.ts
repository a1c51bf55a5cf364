import { constants } from 'node:os'
import { createProgressLines } from './progress-lines.ts'
import { createErrorWriter } from './standard-error.ts'
import { createOutputWriter, type OutputWriter } from './standard-output.ts'
import type { Terminal } from './terminal.ts'

/** Creates the terminal of this process. */
export function processTerminal(): Terminal & OutputWriter {
  const writeError = createErrorWriter()
  const warn = (line: string) => writeError(`${line}\n`)
  endBySignals()
  return {
    environment: process.env,
    fileProblems: [],
    ...createOutputWriter(warn),
    warn,
    writeLog: createBatch(writeError),
    isReadable: process.stderr.isTTY === true,
    stopSignal: () => Promise.race([firstSignal(), endOfNpm()]),
    // The code that reads lines and draws bars is loaded on demand: a service that starts needs neither.
    async askSecret(question) {
      const { askSecret } = await import('./secret-question.ts')
      return askSecret(question)
    },
    async startProgress(what, total) {
      if (!process.stderr.isTTY) return createProgressLines(warn, { what, total })
      const { createProgressBar } = await import('./progress-bar.ts')
      return createProgressBar(what, total)
    },
  }
}

/** Writes everything from one turn of the event loop together: one system call for many requests. */
function createBatch(write: (text: string) => void): (text: string) => void {
  let pending = ''
  const flush = () => {
    if (pending !== '') write(pending)
    pending = ''
  }
  process.once('exit', flush)
  return (text) => {
    if (pending === '') setImmediate(flush)
    pending += text
  }
}

/**
 * Resolves when npm has gone. A signal sent to npm alone ends npm and the shell in between, which forwards nothing: an
 * orphaned service would keep the port. Other scripts than these may end on purpose before the process they started.
 */
function endOfNpm(): Promise<string> {
  return new Promise((resolve) => {
    const { ppid: shell, env } = process
    if (!['start', 'npx'].includes(env['npm_lifecycle_event'] ?? '')) return
    const look = setInterval(() => hasEnded(shell) && resolve('npm has exited'), 500)
    look.unref()
  })
}

/** Whether the process that started this one has ended. On Windows it stays the parent, and asking for that is slow. */
function hasEnded(parent: number): boolean {
  if (process.platform !== 'win32') return process.ppid !== parent
  try {
    process.kill(parent, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const

function firstSignal(): Promise<string> {
  const mayRepeat = process.env['POSTERN_RELAUNCHED'] !== undefined
  return new Promise((resolve) => {
    let wait: ReturnType<typeof setTimeout> | undefined
    // Without its listener, a signal has its default effect: it ends the process.
    const release = () => {
      clearTimeout(wait)
      for (const name of stopSignals) process.off(name, receive)
      endBySignals()
    }
    const receive = (name: string) => {
      resolve(name)
      if (mayRepeat && wait === undefined) wait = setTimeout(release, forwardedWithin)
      else release()
    }
    for (const name of stopSignals) process.off(name, endAtOnce).on(name, receive)
  })
}

/**
 * Gives signals their default effect in the first process of a container too. There the system drops a signal that has
 * no listener.
 */
function endBySignals(): void {
  if (process.pid !== 1) return
  for (const name of stopSignals) process.on(name, endAtOnce)
}

function endAtOnce(name: NodeJS.Signals): void {
  process.exit(128 + constants.signals[name])
}

/**
 * Milliseconds within which a second signal counts as the first one again. The launcher forwards the signals it
 * receives, and a sender that signals the whole process group, as systemd does, has already signaled this process. The
 * process does not end before the forwarded signal has arrived, since a signal that arrives while it is ending would
 * kill it.
 */
const forwardedWithin = 1000
