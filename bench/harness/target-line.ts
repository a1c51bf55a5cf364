/** A promise held against what was measured. */
export interface TargetLine {
  readonly isMet: boolean
  readonly promise: string
  /** What decided. */
  readonly figure: string
}

/** The line that suites print and keep: `met` or `NOT MET`, the promise and the figure. */
export function formatTargetLine({ isMet, promise, figure }: TargetLine): string {
  return `${isMet ? 'met    ' : 'NOT MET'}  ${promise}: ${figure}`
}

/** Reads what {@link formatTargetLine} wrote; throws where it did not. */
export function parseTargetLine(line: string): TargetLine {
  const [, verdict, promise, figure] = /^(met|NOT MET) +(.*): (.*)$/.exec(line) ?? []
  if (promise === undefined || figure === undefined) throw new Error(`This is no line of a target: ${line}`)
  return { isMet: verdict === 'met', promise, figure }
}
