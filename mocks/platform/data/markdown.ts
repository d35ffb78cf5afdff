const ESCAPED = /\\(?=[`$])/g

/**
 * Markdown written inside the code: takes away the indentation that the lines share and the empty lines at both
 * ends. Backslashes are kept as typed, except before a backtick or a dollar sign, where the template needs them.
 */
export function md(strings: TemplateStringsArray): string {
  const lines = (strings.raw[0] ?? '').split('\n')
  while (lines[0]?.trim() === '') lines.shift()
  while (lines.at(-1)?.trim() === '') lines.pop()
  const depths = lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length)
  const shared = depths.length > 0 ? Math.min(...depths) : 0
  return lines.map(line => line.slice(shared).replace(ESCAPED, '')).join('\n')
}

/** Plain text written inside the code, as `md`; lines that were only wrapped become one paragraph again. */
export function plain(strings: TemplateStringsArray): string {
  return md(strings).replaceAll(/(?<!\n)\n(?!\n)/g, ' ')
}
