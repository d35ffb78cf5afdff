import { nameOfRef, type SchemaNode, type SchemaTable, typesOf } from './schema-node'

/** How many named schemas the smallest value of `node` nests; Infinity for endless recursion. */
export type RankOf = (node: SchemaNode) => number

/**
 * Ranks are a fixed point: every named schema starts at Infinity and is lowered while a smaller value is found.
 * The sampler ends recursion by them, and the checks reject a schema that requires itself.
 */
export function rankSchemas(schemas: SchemaTable): RankOf {
  const ranks = new Map<string, number>()
  const rankOf: RankOf = node => {
    if (node.enum !== undefined || node.const !== undefined) return 0
    if (typesOf(node)?.some(type => type !== 'object' && type !== 'array')) return 0
    const parts: number[] = []
    const name = node.$ref && nameOfRef(node.$ref)
    if (name) parts.push(1 + (ranks.get(name) ?? Number.POSITIVE_INFINITY))
    for (const part of node.allOf ?? []) parts.push(rankOf(part))
    for (const choice of [node.oneOf, node.anyOf]) {
      if (choice) parts.push(Math.min(...choice.map(rankOf)))
    }
    for (const property of node.required ?? []) {
      const child = node.properties?.[property]
      if (child) parts.push(rankOf(child))
    }
    if (node.items && (node.minItems ?? 0) > 0) parts.push(rankOf(node.items))
    if (typeof node.additionalProperties === 'object' && (node.minProperties ?? 0) > 0) {
      parts.push(rankOf(node.additionalProperties))
    }
    return Math.max(0, ...parts)
  }
  let isStable = false
  while (!isStable) {
    isStable = true
    for (const [name, node] of Object.entries(schemas)) {
      const rank = rankOf(node)
      if (rank !== ranks.get(name)) {
        isStable = false
        ranks.set(name, rank)
      }
    }
  }
  return rankOf
}
