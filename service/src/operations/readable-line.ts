/** A line of the log for people: the time, what happened, and for a request its answer. */
export function readableLine(json: string): string {
  const { level, time, msg, err, ...rest } = parseLine(json)
  const told = Object.entries(rest).map(([name, value]) => `${name}=${shown(value)}`)
  const head = [String(time).slice(11, 19), level === 'info' ? undefined : String(level).toUpperCase(), msg]
  const words = [...head, ...told].filter((word) => word !== undefined && word !== '')
  return `${words.join(' ')}\n${errorLines(err)}`
}

function parseLine(json: string): Readonly<Record<string, unknown>> {
  return JSON.parse(json)
}

function shown(value: unknown): string {
  return typeof value === 'string' && /^[\w./{}:-]+$/.test(value) ? value : JSON.stringify(value)
}

function errorLines(error: unknown): string {
  const stack = error !== null && typeof error === 'object' && 'stack' in error ? error.stack : undefined
  return typeof stack === 'string' ? `${stack.replaceAll(/^/gm, '  ')}\n` : ''
}
