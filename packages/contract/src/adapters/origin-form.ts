/** Returns the path and query of a request target, which may have a scheme and host before it (RFC 9112 §3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const absolute = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i.exec(target)
  if (absolute === null) return target
  const rest = target.slice(absolute[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
