import type { UsageMap } from './usage-map'

/** The map as JSON with one line for each key, so that a change of the client is a short difference. */
export function printUsage(map: UsageMap): string {
  const sections = Object.entries(map).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${printValue(value)}`,
  )
  return `{\n${sections.join(',\n')}\n}\n`
}

function printValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const lines = Array.isArray(value)
    ? value.map(item => JSON.stringify(item))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${JSON.stringify(item)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.map(line => `    ${line}`).join(',\n')}\n  ${close}`
}
