/**
 * Returns the line that sets an environment variable. A value with more than plain characters is in single quotes,
 * without which shells and systemd remove the backslashes of a pattern.
 */
export function variableLine(name: string, value: string): string {
  return `${name}=${PLAIN.test(value) ? value : `'${value}'`}`
}

const PLAIN = /^[\w.,:/*@[\]-]*$/
