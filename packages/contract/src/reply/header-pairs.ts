/** What an answer carries beside its body. */
export interface HeaderParts {
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Finished `Set-Cookie` values, one a cookie. */
  readonly cookies?: readonly string[] | undefined
}

/** The headers of every JSON answer that has none of its own: the same array every time. */
export const JSON_HEADERS: readonly string[] = Object.freeze(['content-type', 'application/json'])

/** Names and values by turns, names in lower case; throws where one would break the answer (RFC 9110 §5.5). */
export function headerPairs({ headers = {}, cookies = [] }: HeaderParts): readonly string[] {
  const pairs = Object.entries(headers).flatMap(([name, value]) => [name.toLowerCase(), value])
  for (const cookie of cookies) pairs.push('set-cookie', cookie)
  for (let at = 0; at < pairs.length; at += 2) {
    const name = pairs[at] ?? ''
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new TypeError(`No header may be named ${JSON.stringify(name)}`)
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(pairs[at + 1] ?? '')) {
      throw new TypeError(`The header ${name} holds a character that headers may not have; encode its value`)
    }
  }
  return pairs
}
