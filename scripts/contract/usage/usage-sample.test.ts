import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createRandom } from '../../lib/seeded-random'
import { brokenFiles } from './broken-files'
import { ClientTypes, schemaPath } from './client-types'
import { schemaProperties } from './schema-properties'
import { type UsageMap, usesOf } from './usage-map'

const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')
const map: UsageMap = JSON.parse(readFileSync(`${root}/scripts/contract/usage.gen.json`, 'utf8'))
const filesOf = (key: string) => usesOf(map, 'properties', key).map(({ file }) => file)

/**
 * Two properties with few dependent files, none in common and no components, whose types are slow to check.
 * The sample is stable.
 */
function sample(): string[] {
  const taken = new Set<string>()
  const light = Object.keys(map.properties).filter(key => {
    const files = filesOf(key)
    return files.length > 0 && files.length <= 3 && files.every(file => file.endsWith('.ts'))
  })
  return createRandom('two properties')
    .shuffle(light)
    .filter(key => {
      if (filesOf(key).some(file => taken.has(file))) return false
      for (const file of filesOf(key)) taken.add(file)
      return true
    })
    .slice(0, 2)
}

test('removing a property from the types breaks exactly the files of the usage map', () => {
  const keys = sample()
  const [broken = ''] = keys
  // The other property's files must still compile.
  const candidates = keys.flatMap(filesOf)
  const types = new ClientTypes(root, candidates)
  const properties = schemaProperties(types.source(schemaPath)).filter(({ key }) => key === broken)
  expect(properties).toHaveLength(1)
  const found = brokenFiles(types, properties, new Map([[broken, new Set(candidates)]]))
  const advice = 'If these files have changed, run npm run contract:usage.'
  expect([...(found.get(broken)?.keys() ?? [])], advice).toEqual([...filesOf(broken)].sort())
}, 60_000)
