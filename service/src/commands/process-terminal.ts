import { createProgressLines } from './progress.ts'
import { createErrorWriter } from './standard-error.ts'
import type { Terminal } from './terminal.ts'

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const writeError = createErrorWriter()
  const warn = (line: string) => writeError(`${line}\n`)
  process.stdout.on('error', createFailureTeller(warn))
  return {
    environment: process.env,
    fileProblems: [],
    print: (line) => void process.stdout.write(`${line}\n`),
    warn,
    writeLog: createBatch(writeError),
    isReadable: process.stderr.isTTY === true,
    stopSignal: () => Promise.race([firstOf(['SIGINT', 'SIGTERM', 'SIGHUP']), endOfNpm()]),
    // What reads lines and draws bars is loaded where it is needed: a service that starts needs neither.
    async askSecret(question) {
      const { askSecret } = await import('./secret-question.ts')
      return askSecret(question)
    },
    async startProgress(what, total) {
      if (!process.stderr.isTTY) return createProgressLines(warn, { what, total })
      const { createBar } = await import('./progress-bar.ts')
      return createBar(what, total)
    },
  }
}

/** Tells that a result could not be written, and makes the exit code say so; a reader who has gone, as `head` has, wants no more. */
function createFailureTeller(warn: (line: string) => void): (error: NodeJS.ErrnoException) => void {
  return ({ code, message }) => {
    if (code === 'EPIPE') return
    warn(`Cannot write to the standard output: ${message}`)
    process.once('exit', () => {
      process.exitCode ||= 1
    })
  }
}

/** Writes what came in one turn of the loop at once: a system call for many requests. */
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
 * A signal to npm alone ends npm and the shell between, which passes nothing on: a service that nobody sees would keep the
 * port. Other scripts than these may end on purpose before what they started.
 */
function endOfNpm(): Promise<string> {
  return new Promise((resolve) => {
    const { ppid: shell, env } = process
    if (!['start', 'npx'].includes(env['npm_lifecycle_event'] ?? '')) return
    const look = setInterval(() => process.ppid === shell || resolve('npm has gone'), 500)
    look.unref()
  })
}

function firstOf(signals: readonly NodeJS.Signals[]): Promise<string> {
  return new Promise((resolve) => {
    const release = () => {
      for (const name of signals) process.off(name, receive)
    }
    let echo: ReturnType<typeof setTimeout> | undefined
    const receive = (name: string) => {
      resolve(name)
      // Once released, a signal does what it does by itself: it ends the process.
      if (process.env['POSTERN_RELAUNCHED'] === undefined || echo !== undefined) {
        release()
        clearTimeout(echo)
      } else echo = setTimeout(release, passedOnWithin)
    }
    for (const name of signals) process.on(name, receive)
  })
}

/**
 * Milliseconds within which a signal is the first one again. The launcher passes on what it is told, and who tells the
 * group of processes, as systemd does, has told this one already. The process does not end before it came: what comes while
 * a process is ending kills it.
 */
const passedOnWithin = 1000
