/** Thrown at start where a declaration cannot be meant as it stands; `mistakes` lists all that is wrong with it. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError'
  readonly mistakes: readonly string[]

  constructor(declared: string, mistakes: readonly string[]) {
    super([`${declared} is declared with mistakes:`, ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'))
    this.mistakes = mistakes
  }
}
