import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readIfThere } from '../lib/read-if-there'
import { hashTypes, type UsageMap } from './usage/usage-map'

/**
 * `npm run contract:usage [-- --check]`: computes which client code uses which part of the contract (takes a
 * minute or two), or only checks whether the committed map is stale: the generated types have changed, or a
 * file in it is missing. Edits of screens are covered by a test that samples properties.
 */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const target = 'scripts/contract/usage.gen.json'
const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
if (values.check) check()
else await write()

function check(): void {
  const map: UsageMap | undefined = JSON.parse(readIfThere(join(root, target)) ?? 'null') ?? undefined
  const types = readFileSync(join(root, 'src/api/schema.gen.ts'), 'utf8')
  const missing = map?.files.filter(path => !existsSync(join(root, path))) ?? []
  const isFresh = map?.schemaHash === hashTypes(types) && missing.length === 0
  if (isFresh) {
    console.log(`${target} is up to date.`)
    return
  }
  const why =
    missing.length > 0 ? `it names ${missing.join(', ')}, which is missing` : 'the contract has changed'
  console.error(`${target} is stale, for ${why}: run npm run contract:usage.`)
  process.exitCode = 1
}

async function write(): Promise<void> {
  // Loading the compiler takes a third of a second, which `--check` does not need.
  const { ClientTypes } = await import('./usage/client-types')
  const { computeUsage } = await import('./usage/compute-usage')
  const { loadContract } = await import('../lib/load-contract')
  const startedAt = performance.now()
  const { operations } = loadContract(join(root, 'openapi'))
  const map = computeUsage(new ClientTypes(root), operations, (done, all) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} rounds of the compiler`)
  })
  const text = printUsage(map)
  const isChanged = readIfThere(join(root, target)) !== text
  if (isChanged) writeFileSync(join(root, target), text)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${isChanged ? 'Wrote' : 'Nothing to change in'} ${target} (${seconds} s).`)
}

function printUsage(map: UsageMap): string {
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
