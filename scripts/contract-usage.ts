import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadContract } from '../packages/contract/load-contract'
import { readIfThere } from '../packages/contract/read-if-there'
import { firstDifference } from './generate/generate-project'
import { sourceFiles } from './lib/source-files'
import { computeUsage } from './usage/compute-usage'

/**
 * `npm run contract:usage [-- --check]`: records which client code and which screens use which part of the contract, or
 * only compares.
 */
const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const target = 'packages/drift/usage.gen.json'
/** What the map was computed from when it was last found up to date on this computer. */
const cache = join(root, 'node_modules/.cache/contract-usage.txt')
const inputs = hashInputs()

if (values.check && readIfThere(cache) === inputs)
  console.log(`${target} is up to date: nothing has changed since the last check.`)
else run()

function run(): void {
  const { operations } = loadContract(join(root, 'openapi'))
  const sections = Object.entries(computeUsage(root, operations)).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${printValue(value)}`,
  )
  const text = `{\n${sections.join(',\n')}\n}\n`
  const before = readIfThere(join(root, target))
  if (before === text) {
    console.log(`${target} is up to date.`)
    mkdirSync(dirname(cache), { recursive: true })
    writeFileSync(cache, inputs)
  } else if (values.check) {
    console.error(`${target} is stale: run npm run contract:usage.\n${firstDifference(before ?? '', text)}`)
    process.exitCode = 1
  } else {
    writeFileSync(join(root, target), text)
    console.log(`Wrote ${target}.`)
  }
}

function hashInputs(): string {
  const hash = createHash('sha256')
  for (const path of ['tsconfig.json', 'package-lock.json', target])
    hash.update(readFileSync(join(root, path)))
  for (const { path, text } of sourceFiles('src', 'packages', 'scripts')) hash.update(`${path}\n${text}\n`)
  return hash.digest('hex')
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
