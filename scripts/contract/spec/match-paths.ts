import { similarity } from './find-renames'

/** `/groups/{group_id}/` → `/groups/{}`. */
export function toPathShape(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/$/, '')
}

export function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}:]*)[^}]*\}/g)].map(match => match[1] ?? '')
}

/** From 0 to 1: the share of segments in common, in order. */
export function pathSimilarity(a: string, b: string): number {
  const [left, right] = [segmentsOf(a), segmentsOf(b)]
  let row = Array.from({ length: right.length + 1 }, () => 0)
  for (const one of left) {
    const next = [0]
    for (const [index, other] of right.entries()) {
      const both = (row[index] ?? 0) + segmentSimilarity(one, other)
      next.push(Math.max(both, row[index + 1] ?? 0, next[index] ?? 0))
    }
    row = next
  }
  return (row.at(-1) ?? 0) / Math.max(left.length, right.length, 1)
}

function segmentsOf(path: string): string[] {
  return toPathShape(path)
    .split('/')
    .filter(segment => segment !== '')
}

function segmentSimilarity(a: string, b: string): number {
  if (a === b) return 1
  if (a === '{}' || b === '{}') return 0
  const like = similarity(a, b)
  return like >= 0.6 ? like : 0
}
