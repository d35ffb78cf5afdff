/** The beginning of a text, cut after a word; a word too long for that is cut between characters. */
export const shortText = (text: string, most: number): string => {
  const start = [...text.slice(0, 2 * (most + 1))]
  if (start.length <= most) return text
  const cut = start.slice(0, most).join('')
  const isWordEnd = /\s/.test(start[most] ?? '')
  const words = isWordEnd ? cut : cut.replace(/\s+\S*$/, '')
  return `${words
    .trimEnd()
    .replace(/[,;:–—-]$/, '')
    .trimEnd()}…`
}
