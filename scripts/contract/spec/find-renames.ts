export type Rename = { readonly to: string; readonly from: string }

type Hints = {
  readonly order: { readonly lost: readonly string[]; readonly extra: readonly string[] }
  readonly isCompatible: (lost: string, extra: string) => boolean
}

const MIN_SIMILARITY = 0.5

/** Pairs removed names with added ones, the most similar first. */
export function findRenames(lost: readonly string[], extra: readonly string[], hints: Hints): Rename[] {
  const isOnly = lost.length === 1 && extra.length === 1
  const pairs = lost.flatMap(to =>
    extra.map(from => {
      const isInPlace = hints.order.lost.indexOf(to) === hints.order.extra.indexOf(from)
      const isAsMany = hints.order.lost.length === hints.order.extra.length
      return {
        to,
        from,
        score: similarity(to, from) + (isOnly && isInPlace && isAsMany ? MIN_SIMILARITY : 0),
      }
    }),
  )
  const found: Rename[] = []
  for (const { to, from, score } of pairs.sort((a, b) => b.score - a.score)) {
    const isTaken = found.some(one => one.to === to || one.from === from)
    if (score >= MIN_SIMILARITY && !isTaken && hints.isCompatible(to, from)) found.push({ to, from })
  }
  return found
}

/** From 0 to 1; 1 if equal except for case and separators, at least 0.6 if one contains the other. */
export function similarity(a: string, b: string): number {
  const left = a.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const right = b.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (left === right) return 1
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  const share = 1 - distance(left, right) / Math.max(left.length, right.length, 1)
  const isWithin = short.length > 2 && (long.startsWith(short) || long.endsWith(short))
  return isWithin ? Math.max(0.6, share) : share
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
