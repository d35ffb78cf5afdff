import type ts from 'typescript'
import type { ClientTypes } from './client-types'
import { type SchemaProperty, withoutProperties } from './schema-properties'

export type Breaks = ReadonlyMap<string, readonly number[]>

/**
 * Removes properties from the generated types, in memory, and collects the candidates that no longer compile.
 * Properties without a common candidate are removed together, since each file then belongs to one of them.
 */
export function brokenFiles(
  types: ClientTypes,
  properties: readonly SchemaProperty[],
  candidates: ReadonlyMap<string, ReadonlySet<string>>,
  onProgress: (done: number, all: number) => void = () => {},
): Map<string, Breaks> {
  const baseline = new Map<string, ReadonlySet<string>>()
  for (const path of new Set([...candidates.values()].flatMap(set => [...set])))
    baseline.set(path, new Set(types.problems(path).map(sentenceOf)))
  const result = new Map<string, Breaks>()
  const batches = batchesOf(properties, candidates)
  batches.forEach((batch, index) => {
    types.withSchema(withoutProperties(types.schemaText, batch))
    for (const { key } of batch) {
      const breaks = [...(candidates.get(key) ?? [])].sort().flatMap(path => {
        const places = placesOf(types.problems(path), baseline.get(path))
        return places.length > 0 ? [[path, places] as const] : []
      })
      result.set(key, new Map(breaks))
    }
    onProgress(index + 1, batches.length)
  })
  types.withSchema(types.schemaText)
  return result
}

function placesOf(problems: readonly ts.Diagnostic[], known: ReadonlySet<string> | undefined): number[] {
  const fresh = problems.filter(problem => !known?.has(sentenceOf(problem)))
  return [...new Set(fresh.map(({ start }) => start ?? 0))]
}

function sentenceOf({ start, code }: ts.Diagnostic): string {
  return `${start} ${code}`
}

/** Few batches without a common candidate; properties with most candidates first. */
function batchesOf(
  properties: readonly SchemaProperty[],
  candidates: ReadonlyMap<string, ReadonlySet<string>>,
): SchemaProperty[][] {
  const batches: { properties: SchemaProperty[]; files: Set<string> }[] = []
  const sizeOf = ({ key }: SchemaProperty) => candidates.get(key)?.size ?? 0
  for (const property of [...properties].sort((a, b) => sizeOf(b) - sizeOf(a))) {
    const files = [...(candidates.get(property.key) ?? [])]
    const free = batches.find(one => !files.some(file => one.files.has(file)))
    const batch = free ?? { properties: [], files: new Set() }
    if (!free) batches.push(batch)
    batch.properties.push(property)
    for (const file of files) batch.files.add(file)
  }
  return batches.map(batch => batch.properties)
}
