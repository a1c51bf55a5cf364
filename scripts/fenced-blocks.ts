/** A fenced block of a Markdown page. */
export interface FencedBlock {
  /** The text after the opening fence: `sh`, `ts`, `json`; empty for plain output. */
  readonly language: string
  readonly text: string
  /** The line of the opening fence, starting at 1. */
  readonly line: number
}

/** Returns the fenced blocks of a Markdown page, in order. */
export function fencedBlocks(markdown: string): FencedBlock[] {
  return [...markdown.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(
    ({ 1: language = '', 2: text = '', index }) => ({
      language: language.trim(),
      text,
      line: markdown.slice(0, index).split('\n').length,
    }),
  )
}
