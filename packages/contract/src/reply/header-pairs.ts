/** What an answer carries beside its body. */
export interface HeaderParts {
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Finished `Set-Cookie` values, one a cookie. */
  readonly cookies?: readonly string[] | undefined
}

/** The headers of every JSON answer that has none of its own: the same array every time. */
export const JSON_HEADERS: readonly string[] = Object.freeze(['content-type', 'application/json'])

/** Names and values by turns, names in lower case; throws where one would break the answer (RFC 9110 §5.5). */
export function headerPairs({ headers, cookies }: HeaderParts): readonly string[] {
  const pairs: string[] = []
  for (const name in headers) if (Object.hasOwn(headers, name)) addPair(pairs, name, headers[name] ?? '')
  for (const cookie of cookies ?? []) addPair(pairs, 'set-cookie', cookie)
  return pairs
}

function addPair(pairs: string[], name: string, value: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new TypeError(`No header may be named ${JSON.stringify(name)}`)
  // Looking for what is forbidden is quicker than looking whether all is allowed.
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    const told = name.toLowerCase()
    throw new TypeError(`The header ${told} holds a character that headers may not have; encode its value`)
  }
  pairs.push(name.toLowerCase(), value)
}
