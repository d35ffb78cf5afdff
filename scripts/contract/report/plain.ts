/**
 * Characters that a hostile server could use to control the terminal or reorder the line: control and format
 * characters, lone surrogates. Written as `\x1b`.
 */
const unsafe = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Noncharacter_Code_Point}/gu

export function plain(text: string): string {
  return text.replace(unsafe, written)
}

/** The same, but keeps line breaks. */
export function plainLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map(plain)
}

/** CI runners execute log lines that begin with `::` or contain `##[`; escape them in server output. */
export function escapeCiCommands(text: string): string {
  return text.replace(/^([^\S\n]*):(?=:)/gm, '$1\\x3a').replaceAll(/##(?=\w*\[)/g, '#\\x23')
}

/** JSON with invisible characters as `\u` escapes: the same value, safe to print. */
export function plainJson(value: unknown, space?: number): string {
  const text = JSON.stringify(value, null, space) ?? 'null'
  return text.replace(unsafe, found => (found === '\n' ? found : units(found)))
}

function written(found: string): string {
  if (found === '\n') return '\\n'
  if (found === '\r') return '\\r'
  if (found === '\t') return '\\t'
  const code = found.codePointAt(0) ?? 0
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : units(found)
}

function units(found: string): string {
  return Array.from({ length: found.length }, (_, index) => {
    return `\\u${found.charCodeAt(index).toString(16).padStart(4, '0')}`
  }).join('')
}
