/** Where a cursor stands on a screen, and the sequences that move it there. All counts are character cells. */

/** Cells that a text takes: wide characters take two, combining ones none. */
export function widthOf(text: string): number {
  // Nearly every line is of these letters alone, and a long one is measured with every key.
  if (/^[\x20-\x7e\u0400-\u04ff]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) {
    if (/\p{Mn}/u.test(character)) continue
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1
  }
  return width
}

/** A text that has no escape sequences of colour any more. */
export function withoutColour(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences.
  return text.replaceAll(/\x1b\[[\d;]*m/g, '')
}

/**
 * What follows a text that ends at so many cells from the start of its row: at the last column a terminal waits
 * with the wrap, so a space makes it happen.
 */
export function wrapAt(offset: number, columns: number): string {
  return offset > 0 && offset % columns === 0 ? ' \r' : ''
}

/** Moves the cursor between two places that are counted in cells from the start of the same line. */
export function move(from: number, to: number, columns: number): string {
  const rows = Math.floor(to / columns) - Math.floor(from / columns)
  const column = to % columns
  const vertical = rows < 0 ? `\x1b[${-rows}A` : rows > 0 ? `\x1b[${rows}B` : ''
  return `${vertical}\r${column > 0 ? `\x1b[${column}C` : ''}`
}

/** Words in columns of equal width, as `ls` puts them; each text with its width. */
export function inColumns(words: readonly { text: string; width: number }[], columns: number): string {
  if (words.length === 0) return ''
  const oneRow = words.reduce((sum, word) => sum + word.width + 2, -2)
  if (oneRow <= columns) return `${words.map(word => word.text).join('  ')}\n`
  const cell = Math.max(...words.map(word => word.width)) + 2
  const across = Math.max(1, Math.floor(columns / cell))
  const down = Math.ceil(words.length / across)
  const lines: string[] = []
  for (let row = 0; row < down; row++) {
    let line = ''
    for (let index = row; index < words.length; index += down) {
      const word = words[index]
      if (!word) continue
      line += index + down < words.length ? word.text + ' '.repeat(cell - word.width) : word.text
    }
    lines.push(line)
  }
  return `${lines.join('\n')}\n`
}
