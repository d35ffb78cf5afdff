/** Truncates a text after a word; a word that is too long is cut between characters. */
export const truncateText = (text: string, most: number): string => {
  const start = [...text.slice(0, 2 * (most + 1))]
  if (start.length <= most) return text
  const cut = start.slice(0, most).join('')
  const isWordEnd = /\s/.test(start[most] ?? '')
  const truncated = isWordEnd ? cut : cut.replace(/\s+\S*$/, '')
  return `${truncated
    .trimEnd()
    .replace(/[,;:–—-]$/, '')
    .trimEnd()}…`
}
