export type Rename = { readonly to: string; readonly from: string }

type Hints = {
  /** All names in the order in which both sides write them: who renames a field leaves it where it stands. */
  readonly order: { readonly lost: readonly string[]; readonly extra: readonly string[] }
  /** Whether what stands under both names could be the same thing. */
  readonly isAlike: (lost: string, extra: string) => boolean
}

const enough = 0.5

/** Which of the names that are lost came back under another name, the most alike first. */
export function renamedIn(lost: readonly string[], extra: readonly string[], hints: Hints): Rename[] {
  const isOnly = lost.length === 1 && extra.length === 1
  const pairs = lost.flatMap(to =>
    extra.map(from => {
      const isInPlace = hints.order.lost.indexOf(to) === hints.order.extra.indexOf(from)
      const isAsMany = hints.order.lost.length === hints.order.extra.length
      return { to, from, score: likeness(to, from) + (isOnly && isInPlace && isAsMany ? enough : 0) }
    }),
  )
  const found: Rename[] = []
  for (const { to, from, score } of pairs.sort((a, b) => b.score - a.score)) {
    const isTaken = found.some(one => one.to === to || one.from === from)
    if (score >= enough && !isTaken && hints.isAlike(to, from)) found.push({ to, from })
  }
  return found
}

/** From 0 to 1: equal but for case and separators is 1, a name inside of the other at least 0.6. */
export function likeness(a: string, b: string): number {
  const left = a.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const right = b.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (left === right) return 1
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  const share = 1 - distance(left, right) / Math.max(left.length, right.length, 1)
  const isWithin = short.length > 2 && (long.startsWith(short) || long.endsWith(short))
  return isWithin ? Math.max(0.6, share) : share
}

/** The edits between two texts. */
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
