import type ts from 'typescript'
import type { ClientTypes } from './client-types'
import { type SchemaProperty, withoutProperties } from './schema-properties'

/** Where a file stopped compiling: positions in its text. */
export type Breaks = ReadonlyMap<string, readonly number[]>

/**
 * Takes properties out of the generated types, in memory, and asks the compiler which of their suspects no longer
 * compile. Properties without a common suspect are taken out together, since each file then answers for one of them.
 */
export function brokenFiles(
  types: ClientTypes,
  properties: readonly SchemaProperty[],
  suspects: ReadonlyMap<string, ReadonlySet<string>>,
  onProgress: (done: number, all: number) => void = () => {},
): Map<string, Breaks> {
  const sound = new Map<string, ReadonlySet<string>>()
  for (const path of new Set([...suspects.values()].flatMap(set => [...set])))
    sound.set(path, new Set(types.problems(path).map(sentenceOf)))
  const result = new Map<string, Breaks>()
  const batches = batchesOf(properties, suspects)
  batches.forEach((batch, index) => {
    types.withSchema(withoutProperties(types.schemaText, batch))
    for (const { key } of batch) {
      const breaks = [...(suspects.get(key) ?? [])].sort().flatMap(path => {
        const places = placesOf(types.problems(path), sound.get(path))
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

/** Few batches, in each of which no file is a suspect twice. Those with most suspects choose first. */
function batchesOf(
  properties: readonly SchemaProperty[],
  suspects: ReadonlyMap<string, ReadonlySet<string>>,
): SchemaProperty[][] {
  const batches: { properties: SchemaProperty[]; files: Set<string> }[] = []
  const sizeOf = ({ key }: SchemaProperty) => suspects.get(key)?.size ?? 0
  for (const property of [...properties].sort((a, b) => sizeOf(b) - sizeOf(a))) {
    const files = [...(suspects.get(property.key) ?? [])]
    const free = batches.find(one => !files.some(file => one.files.has(file)))
    const batch = free ?? { properties: [], files: new Set() }
    if (!free) batches.push(batch)
    batch.properties.push(property)
    for (const file of files) batch.files.add(file)
  }
  return batches.map(batch => batch.properties)
}
