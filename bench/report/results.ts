import type { SamplesFile } from '../harness/samples-file.ts'
import { parseTargetLine } from '../harness/target-line.ts'
import { summarizeGrowth } from './growth-summary.ts'
import { reasonForTarget } from './reason.ts'
import { formatSuite, type ReportedSuite } from './suite-section.ts'
import { summarize } from './summary.ts'

/** Formats the text of RESULTS.md. */
export function formatResults(suites: readonly ReportedSuite[]): string {
  const sections = [
    HEAD,
    '## Summary',
    ...summaryOfTargets(suites),
    summarize(suites.flatMap(({ comparisons }) => comparisons)),
    ...suites.flatMap(({ file }) => summaryOfGrowth(file)),
    ...suites.map(formatSuite),
  ]
  return `${sections.join('\n\n')}\n`
}

const HEAD = `# Results

Written by \`node bench/report/write.ts\` from \`samples/*.json\`, without measuring. \`npm run bench\` measures everything again, \`npm run bench -- --quick\` roughly.

How to read it:

- A figure is the median of its rounds.
- A ratio is the peer's figure over Postern's, paired by round, with the interval of 95 % of resamplings. Above 1 the peer takes more (of rates: does more).
- A difference below 3 % is a tie and marked \`=\`. A larger one whose interval contains 1 is marked “not certain”.
- Postern is ahead where it is ahead of every peer.
- Floors do less work and are named separately: bare servers, checks that only say yes or no, and writers that filter nothing. The notes say what they leave out.
- A latency is that at the scenario’s fixed rate, “–” where a peer does not keep up with it.
- In charts, a bar that is cut has a figure that ends in “…”.
- Figures depend on the machine; ratios hold within one run. [README.md](README.md) describes how it is measured.`

/** Lists how many targets were met, and each that was not. */
function summaryOfTargets(suites: readonly ReportedSuite[]): string[] {
  const all = suites.flatMap(({ file: { suite, targets = [] } }) =>
    targets.map((line) => ({ suite, ...parseTargetLine(line) })),
  )
  if (all.length === 0) return []
  const missed = all.filter(({ isMet }) => !isMet)
  const list = missed.map(({ suite, promise, figure }) => {
    const reason = reasonForTarget(suite, promise)
    return `- ${suite}: ${promise}: ${figure}${reason === undefined ? '' : `. ${reason}`}`
  })
  const count = `Of ${all.length} targets ${all.length - missed.length} are met`
  return missed.length === 0 ? [`${count}.`] : [`${count}; not met:`, list.join('\n')]
}

function summaryOfGrowth(file: SamplesFile): string[] {
  const table = summarizeGrowth(file)
  return table === '' ? [] : ['### As the work grows', table]
}
