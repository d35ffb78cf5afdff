const width = 110

/**
 * A JSON value as TypeScript source in the house style: single quotes, bare keys, on one line where it fits
 * into 110 columns. `indent` is the depth (in steps of two blanks) of the line that the value begins on.
 */
export function printLiteral(value: unknown, indent = 0): string {
  const flat = printFlat(value)
  if (flat.length + indent * 2 <= width) return flat
  const inner = '  '.repeat(indent + 1)
  const end = '  '.repeat(indent)
  if (Array.isArray(value)) {
    return `[\n${value.map(item => `${inner}${printLiteral(item, indent + 1)},\n`).join('')}${end}]`
  }
  if (typeof value === 'object' && value !== null) {
    const lines = entriesOf(value).map(
      ([key, item]) => `${inner}${printKey(key)}: ${printLiteral(item, indent + 1)},\n`,
    )
    return `{\n${lines.join('')}${end}}`
  }
  return flat
}

function printFlat(value: unknown): string {
  if (typeof value === 'string') return printText(value)
  if (Array.isArray(value)) return `[${value.map(printFlat).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = entriesOf(value).map(([key, item]) => `${printKey(key)}: ${printFlat(item)}`)
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
  }
  return String(value)
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined)
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
