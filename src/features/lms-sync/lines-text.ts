/** Server text must not add lines. */
const toSingleLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trimEnd()

/** Spreadsheets run such lines as formulas; a leading apostrophe makes them text. */
const isFormula = (line: string): boolean => /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(line)

/** Lines as text to copy or save, safe to open in a spreadsheet. */
export const toSafeText = (lines: readonly string[]): string =>
  `${lines
    .map(toSingleLine)
    .map(line => (isFormula(line) ? `'${line}` : line))
    .join('\n')}\n`
