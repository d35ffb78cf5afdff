/** One line stays one line, whatever a server's text holds. */
const oneLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trimEnd()

/** A spreadsheet would take such a line for a formula, and run it; behind an apostrophe it is a text. */
const isFormula = (line: string): boolean => /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(line)

/** Lines as a text to copy or to save, often into a spreadsheet. */
export const linesText = (lines: readonly string[]): string =>
  `${lines
    .map(oneLine)
    .map(line => (isFormula(line) ? `'${line}` : line))
    .join('\n')}\n`
