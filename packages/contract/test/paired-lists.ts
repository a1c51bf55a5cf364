import type { ServerResponse } from 'node:http'

/** The `writeHead` of `on-headers` before 1.1, still used by older middleware and by Next's compression: it mistakes lists for pairs. */
export function takesPairs(response: ServerResponse): void {
  const { writeHead } = response
  const wrapped = (status: number, ...rest: readonly unknown[]) => {
    const isNamed = typeof rest[0] === 'string'
    const headers = isNamed ? rest[1] : rest[0]
    if (Array.isArray(headers)) for (const pair of headers) response.setHeader(pair[0], pair[1])
    else for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, String(value))
    return Reflect.apply(writeHead, response, isNamed ? [status, rest[0]] : [status])
  }
  Object.assign(response, { writeHead: wrapped })
}
