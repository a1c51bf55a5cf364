/** Formats a line of the log for people: the time, what happened and, for a request, its response. */
export function readableLine(json: string): string {
  const { level, time, msg, err, ...rest } = parseLine(json)
  const words = msg === 'request' ? requestWords(rest) : [msg, ...Object.entries(rest).map(pairWord)]
  const severity = level === 'info' ? [] : [String(level).toUpperCase()]
  const line = [String(time).slice(11, 19), ...severity, ...words].join(' ')
  return `${line}\n${errorLines(err)}`
}

function requestWords({ method, route, status, ms, bytes, id }: Readonly<Record<string, unknown>>): string[] {
  // Method and id come from outside; the rest comes from the service itself.
  return [shown(method), `${route ?? 'no-route'}`, `${status}`, `${ms} ms`, `${bytes} B`, shown(id)]
}

function pairWord([name, value]: [string, unknown]): string {
  return `${name}=${shown(value)}`
}

function parseLine(json: string): Readonly<Record<string, unknown>> {
  return JSON.parse(json)
}

function shown(value: unknown): string {
  return typeof value === 'string' && /^[\w./{}:-]+$/.test(value) ? value : JSON.stringify(value)
}

function errorLines(error: unknown): string {
  const { stack }: { stack?: unknown } = Object(error)
  return typeof stack === 'string' ? `${stack.replaceAll(/^/gm, '  ')}\n` : ''
}
