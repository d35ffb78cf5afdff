/**
 * Breaks a text into lines of at most `width` columns, each with the indent before it. A word that is longer than
 * a line (an address) stands alone and is not cut, so that it can be copied.
 */
export function wrap(text: string, width: number, indent = '', hanging = indent): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const before = lines.length === 0 ? indent : hanging
    if (line !== '' && before.length + line.length + 1 + word.length > width) {
      lines.push(before + line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, (lines.length === 0 ? indent : hanging) + line]
}
