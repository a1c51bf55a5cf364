/** Formats a Markdown table with aligned columns: the first to the left, the others to the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => [...(row[column] ?? '')].length)),
  )
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [head, rule, ...rows].map((row) => formatRow(row, widths)).join('\n')
}

function formatRow(row: readonly string[], widths: readonly number[]): string {
  const cells = widths.map((width, column) => {
    const cell = row[column] ?? ''
    const padding = ' '.repeat(width - [...cell].length)
    return column === 0 ? cell + padding : padding + cell
  })
  return `| ${cells.join(' | ')} |`
}
