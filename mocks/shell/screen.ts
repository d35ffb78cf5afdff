/** Cursor positions and movements. All counts are character cells. */

/** Width in cells: wide characters take two, combining ones none. */
export function getWidth(text: string): number {
  // Fast path: long lines are measured with every key.
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

export function stripColors(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences.
  return text.replaceAll(/\x1b\[[\d;]*m/g, '')
}

/** Forces the wrap at the last column, which terminals otherwise delay. */
export function wrapAt(offset: number, columns: number): string {
  return offset > 0 && offset % columns === 0 ? ' \r' : ''
}

/** Moves the cursor between two offsets, in cells from the start of the line. */
export function moveCursor(from: number, to: number, columns: number): string {
  const rows = Math.floor(to / columns) - Math.floor(from / columns)
  const column = to % columns
  const vertical = rows < 0 ? `\x1b[${-rows}A` : rows > 0 ? `\x1b[${rows}B` : ''
  return `${vertical}\r${column > 0 ? `\x1b[${column}C` : ''}`
}

/** Arranges words in columns of equal width, as `ls` does. */
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
