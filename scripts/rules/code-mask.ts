/** Which parts of a program are masked. */
export interface MaskOptions {
  /** Also masks the content of strings, templates and regular expressions; their delimiters stay. Default false. */
  readonly literals?: boolean
}

/** Replaces the comments of a program with blanks; every offset and line stays the same. */
export function maskCode(text: string, { literals = false }: MaskOptions = {}): string {
  const kept = text.split('')
  for (const { kind, start, end } of spans(text)) {
    if (kind === 'literal' && !literals) continue
    for (let i = start; i < end; i++) if (kept[i] !== '\n') kept[i] = ' '
  }
  return kept.join('')
}

interface Span {
  readonly kind: 'comment' | 'literal'
  readonly start: number
  readonly end: number
}

const literal = {
  "'": /(?:[^'\\\n]|\\.)*/sy,
  '"': /(?:[^"\\\n]|\\.)*/sy,
  '`': /(?:[^`\\$]|\\.|\$(?!\{))*/sy,
  '/': /(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*/y,
}

/** Splits a program just finely enough to distinguish comments from text. */
function spans(text: string): Span[] {
  const found: Span[] = []
  const braces: ('block' | 'template')[] = []
  const take = (kind: Span['kind'], pattern: RegExp, start: number) => {
    pattern.lastIndex = start
    const end = start + (pattern.exec(text)?.[0].length ?? 0)
    found.push({ kind, start, end })
    return end
  }
  // After the text of a template comes its end, or an expression whose closing brace continues the text.
  const takeTemplate = (start: number) => {
    const end = take('literal', literal['`'], start)
    if (text[end] !== '$') return end + 1
    braces.push('template')
    return end + 2
  }
  let i = text.startsWith('#!') ? take('comment', /.*/y, 0) : 0
  while (i < text.length) {
    const c = text[i]
    if (text.startsWith('//', i)) i = take('comment', /.*/y, i)
    else if (text.startsWith('/*', i)) i = take('comment', /.*?(?:\*\/|$)/sy, i)
    else if (c === '`') i = takeTemplate(i + 1)
    else if (c === "'" || c === '"' || (c === '/' && startsExpression(text, i, found)))
      i = take('literal', literal[c], i + 1) + 1
    else if (c === '}' && braces.pop() === 'template') i = takeTemplate(i + 1)
    else {
      if (c === '{') braces.push('block')
      i++
    }
  }
  return found
}

/** Whether a slash here starts a regular expression rather than a division, judging by what precedes it. */
function startsExpression(text: string, slash: number, found: readonly Span[]): boolean {
  let end = slash
  for (let i = found.length - 1; i >= 0; i--) {
    end = text.slice(0, end).trimEnd().length
    const span = found[i]
    if (span?.kind !== 'comment' || span.end < end) break
    end = span.start
  }
  const before = text.slice(Math.max(0, end - 40), end).trimEnd()
  if (/(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$/.test(before))
    return true
  return !/[\w$)\]}'"`]$/.test(before)
}
