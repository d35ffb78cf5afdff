import { likeness } from './renamed'

/** `/groups/{group_id}/` → `/groups/{}`: what is left when names of parameters do not count. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/(?<=.)\/$/, '')
}

/** The names of a path's parameters in their order. */
export function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}:]*)[^}]*\}/g)].map(match => match[1] ?? '')
}

/** From 0 to 1: how much of two paths is the same, segment by segment, with some left out. */
export function pathLikeness(a: string, b: string): number {
  const [left, right] = [segmentsOf(a), segmentsOf(b)]
  let row = Array.from({ length: right.length + 1 }, () => 0)
  for (const one of left) {
    const next = [0]
    for (const [index, other] of right.entries()) {
      const both = (row[index] ?? 0) + segmentLikeness(one, other)
      next.push(Math.max(both, row[index + 1] ?? 0, next[index] ?? 0))
    }
    row = next
  }
  return (row.at(-1) ?? 0) / Math.max(left.length, right.length, 1)
}

function segmentsOf(path: string): string[] {
  return shapeOf(path)
    .split('/')
    .filter(segment => segment !== '')
}

function segmentLikeness(a: string, b: string): number {
  if (a === b) return 1
  if (a === '{}' || b === '{}') return 0
  const like = likeness(a, b)
  return like >= 0.6 ? like : 0
}
