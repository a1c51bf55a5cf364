/** Why a text cannot be read: Python's words for it, and the position in code points. */
export interface JsonProblem {
  readonly error: string
  readonly position: number
  /** `limit`: the text may be JSON, but is nested too deep or contains an integer that is too long. */
  readonly cause: 'malformed' | 'limit'
}

/**
 * Reads the tokens of a JSON text from left to right, with the meaning and messages of Python's `json` module. If
 * something cannot be read, the result is undefined and `problem` says why.
 */
export class JsonScanner {
  #text: string
  #at = 0
  #problem: JsonProblem | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** The first problem found, if any. */
  get problem(): JsonProblem | undefined {
    return this.#problem
  }

  /** Records a problem at the cursor; the first one is kept. */
  refuse(error: string, cause: JsonProblem['cause'] = 'malformed'): undefined {
    this.#problem ??= { error, position: codePoints(this.#text, this.#at), cause }
    return undefined
  }

  /** Skips white space, then the character if it comes next. Returns whether it did. */
  take(character: string): boolean {
    if (!this.isNext(character)) return false
    this.#at++
    return true
  }

  /** Skips white space. Returns whether the character comes next. */
  isNext(character: string): boolean {
    this.#skipSpace()
    return this.#text[this.#at] === character
  }

  /** Whether only white space is left. */
  isAtEnd(): boolean {
    this.#skipSpace()
    return this.#at === this.#text.length
  }

  /** Reads the name of a member and the colon after it. */
  readName(): string | undefined {
    if (!this.take('"')) return this.refuse('Expecting property name enclosed in double quotes')
    const name = this.#readString()
    if (name === undefined || this.take(':')) return name
    return this.refuse("Expecting ':' delimiter")
  }

  /** Reads a string, a number or a word. An integer beyond ±(2^53−1) is a bigint. */
  readScalar(): unknown {
    if (this.take('"')) return this.#readString()
    const number = matchAt(NUMBER, this.#text, this.#at)
    if (number !== undefined) return this.#readNumber(number)
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    }
    return this.refuse('Expecting value')
  }

  #refuseAt(place: number, error: string): undefined {
    this.#at = place
    return this.refuse(error)
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++
  }

  #readNumber(token: string): unknown {
    const value = Number(token)
    const isInteger = INTEGER.test(token)
    const digits = token.startsWith('-') ? token.length - 1 : token.length
    if (isInteger && digits > MOST_DIGITS) {
      return this.refuse(`Integer of ${digits} digits: at most ${MOST_DIGITS} are read`, 'limit')
    }
    this.#at += token.length
    if (!isInteger) return value
    // An integer has no negative zero.
    return Number.isSafeInteger(value) ? value + 0 : BigInt(token)
  }

  #readString(): string | undefined {
    const start = this.#at - 1
    let value = ''
    for (;;) {
      const plain = matchAt(PLAIN_CHARACTERS, this.#text, this.#at) ?? ''
      value += plain
      this.#at += plain.length
      const character = this.#text[this.#at]
      if (character === undefined) return this.#refuseAt(start, 'Unterminated string starting at')
      if (character === '"') {
        this.#at++
        return value
      }
      if (character !== '\\') return this.refuse('Invalid control character at')
      const escaped = this.#readEscape(start)
      if (escaped === undefined) return undefined
      value += escaped
    }
  }

  #readEscape(start: number): string | undefined {
    const letter = this.#text[this.#at + 1]
    if (letter === undefined) return this.#refuseAt(start, 'Unterminated string starting at')
    if (letter === 'u') return this.#readCodeUnit()
    const character = ESCAPES.get(letter)
    if (character === undefined) return this.refuse('Invalid \\escape')
    this.#at += 2
    return character
  }

  #readCodeUnit(): string | undefined {
    const digits = matchAt(HEX_DIGITS, this.#text, this.#at + 2)
    // Python requires at least one character after the four digits.
    if (digits === undefined || this.#at + 6 >= this.#text.length) {
      return this.#refuseAt(this.#at + 1, 'Invalid \\uXXXX escape')
    }
    this.#at += 6
    return String.fromCharCode(Number.parseInt(digits, 16))
  }
}

/** Python's `sys.int_info.default_max_str_digits`. */
const MOST_DIGITS = 4300

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const INTEGER = /^-?\d+$/
const PLAIN_CHARACTERS = /[ !#-[\]-\uffff]+/y
const HEX_DIGITS = /[\da-fA-F]{4}/y

const WORDS: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
}

function codePoints(text: string, end: number): number {
  let count = 0
  for (let at = 0; at < end; at++) {
    if ((text.codePointAt(at) ?? 0) > 0xffff) at++
    count++
  }
  return count
}
