import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { firstDifference } from '../generate/generate-project'
import { loadContract } from '../lib/load-contract'
import { readIfThere } from '../lib/read-if-there'
import { computeUsage } from './usage/compute-usage'

/**
 * `npm run contract:usage [-- --check]`: records which client code and which screens use which part of the contract, or
 * only compares.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const target = 'scripts/contract/usage.gen.json'
const { operations } = loadContract(join(root, 'openapi'))
const sections = Object.entries(computeUsage(root, operations)).map(
  ([name, value]) => `  ${JSON.stringify(name)}: ${printValue(value)}`,
)
const text = `{\n${sections.join(',\n')}\n}\n`
const before = readIfThere(join(root, target))
if (before === text) console.log(`${target} is up to date.`)
else if (values.check) {
  console.error(`${target} is stale: run npm run contract:usage.\n${firstDifference(before ?? '', text)}`)
  process.exitCode = 1
} else {
  writeFileSync(join(root, target), text)
  console.log(`Wrote ${target}.`)
}

/** One entry a line. */
function printValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const lines = Array.isArray(value)
    ? value.map(item => JSON.stringify(item))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${JSON.stringify(item)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.map(line => `    ${line}`).join(',\n')}\n  ${close}`
}
