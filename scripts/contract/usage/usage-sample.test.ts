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
 * Two properties that few files break without, none of them in common, and those without components: the compiler
 * needs seconds for the types of a page. The sample is the same each time, so that only an edit of its files can matter.
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

test('a property taken out of the types breaks the files of the map and no others', () => {
  const keys = sample()
  const [broken = ''] = keys
  // Beside its own files it is tried on those of another property, which must stay whole.
  const suspects = keys.flatMap(filesOf)
  const types = new ClientTypes(root, suspects)
  const properties = schemaProperties(types.source(schemaPath)).filter(({ key }) => key === broken)
  expect(properties).toHaveLength(1)
  const found = brokenFiles(types, properties, new Map([[broken, new Set(suspects)]]))
  const advice = 'If these files have changed, run npm run contract:usage.'
  expect([...(found.get(broken)?.keys() ?? [])], advice).toEqual([...filesOf(broken)].sort())
}, 60_000)
