/** One line stays one line, whatever a server's text holds. */
const oneLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trimEnd()

/** Lines as a text to copy or to save. */
export const linesText = (lines: readonly string[]): string => `${lines.map(oneLine).join('\n')}\n`
