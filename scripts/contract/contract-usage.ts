import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readIfThere } from '../lib/read-if-there'
import { hashOfTypes } from './usage/schema-hash'
import type { UsageMap } from './usage/usage-map'

/**
 * `npm run contract:usage [-- --check]`: computes who in the client uses which part of the contract (a minute or two), or only asks
 * whether the committed map still fits. It is stale when the generated types are others, or when a file that it names
 * is gone. An edit of a screen does not make it stale: a test takes sampled properties out and holds the map against what breaks.
 */
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const target = 'scripts/contract/usage.gen.json'
const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
if (values.check) check()
else await write()

function check(): void {
  const map: UsageMap | undefined = JSON.parse(readIfThere(join(root, target)) ?? 'null') ?? undefined
  const types = readFileSync(join(root, 'src/api/schema.gen.ts'), 'utf8')
  const gone = map?.files.filter(path => !existsSync(join(root, path))) ?? []
  const isFresh = map?.schemaHash === hashOfTypes(types) && gone.length === 0
  if (isFresh) {
    console.log(`${target} is up to date.`)
    return
  }
  const why = gone.length > 0 ? `it names ${gone.join(', ')}, which is gone` : 'the contract has changed'
  console.error(`${target} is stale, for ${why}: run npm run contract:usage.`)
  process.exitCode = 1
}

async function write(): Promise<void> {
  // The compiler takes a third of a second to load, which a check does without.
  const { ClientTypes } = await import('./usage/client-types')
  const { computeUsage } = await import('./usage/compute-usage')
  const { printUsage } = await import('./usage/print-usage')
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
