/** A promise, compared with the measurements. */
export interface TargetLine {
  readonly isMet: boolean
  readonly promise: string
  /** The figure that decides. */
  readonly figure: string
}

/** Formats the line that suites print and store: `met` or `NOT MET`, the promise and the figure. */
export function formatTargetLine({ isMet, promise, figure }: TargetLine): string {
  return `${isMet ? 'met    ' : 'NOT MET'}  ${promise}: ${figure}`
}

/** Parses the output of {@link formatTargetLine}; throws for anything else. */
export function parseTargetLine(line: string): TargetLine {
  const [, verdict, promise, figure] = /^(met|NOT MET) +(.*): (.*)$/.exec(line) ?? []
  if (promise === undefined || figure === undefined) throw new Error(`This is no line of a target: ${line}`)
  return { isMet: verdict === 'met', promise, figure }
}
