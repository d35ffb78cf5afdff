const width = 110

/**
 * A JSON value as formatted TypeScript source: single quotes, bare keys, on one line up to 110 columns. `indent`
 * is the depth, in steps of two spaces, of the line that the value begins on.
 */
export function printLiteral(value: unknown, indent = 0): string {
  if (typeof value === 'string') return printText(value)
  if (typeof value !== 'object' || value === null) return String(value)
  // Each part is printed once: a part that spans lines does not fit into a line of its parents either.
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map(item => printLiteral(item, indent + 1))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${printKey(key)}: ${printLiteral(item, indent + 1)}`)
  const [open, close] = isList ? '[]' : '{}'
  const space = isList || parts.length === 0 ? '' : ' '
  const flat = `${open}${space}${parts.join(', ')}${space}${close}`
  if (flat.length + indent * 2 <= width && !flat.includes('\n')) return flat
  const inner = '  '.repeat(indent + 1)
  return `${open}\n${parts.map(part => `${inner}${part},\n`).join('')}${'  '.repeat(indent)}${close}`
}

export function printKey(key: string): string {
  // A bare __proto__ would set the prototype instead of a property.
  if (key === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : printText(key)
}

export function printText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}
