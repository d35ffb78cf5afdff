/**
 * Prints rows as a Markdown table with the first row as its head; the first column is left-aligned, numbers right-
 * aligned.
 */
export function printTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map(row => (row[column] ?? '').length)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, column)).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`
  return [line(head), rule, ...rest.map(line)].join('\n')
}

const pad = (text: string, width: number, column: number) =>
  column === 0 ? text.padEnd(width) : text.padStart(width)
