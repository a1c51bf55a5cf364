/** Thrown at start for a declaration that cannot work. `mistakes` lists everything that is wrong with it. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError'
  /** Everything that is wrong, each with what to write instead. */
  readonly mistakes: readonly string[]

  constructor(declared: string, mistakes: readonly string[]) {
    super([`${declared} is declared with mistakes:`, ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'))
    this.mistakes = mistakes
  }
}
