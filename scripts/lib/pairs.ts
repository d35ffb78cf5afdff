/** A row is its fields; each value of a field is one of a few. */
type Pairable = Readonly<Record<string, string | number>>

const pairsOf = (row: Pairable): string[] => {
  const parts = Object.entries(row).map(([name, value]) => `${name}=${value}`)
  return parts.flatMap((one, at) => parts.slice(at + 1).map(other => `${one} ${other}`))
}

/**
 * A few of the rows, in which every pair of values of two fields appears that appears in any of them. Greedy, and the same for
 * the same rows.
 */
export function pairwise<Row extends Pairable>(rows: readonly Row[]): Row[] {
  const candidates = rows.map(row => ({ row, pairs: pairsOf(row) }))
  const missing = new Set(candidates.flatMap(({ pairs }) => pairs))
  const chosen: Row[] = []
  while (missing.size > 0) {
    let best = { news: 0, at: -1 }
    for (const [at, { pairs }] of candidates.entries()) {
      const news = pairs.filter(pair => missing.has(pair)).length
      if (news > best.news) best = { news, at }
    }
    const taken = candidates[best.at]
    if (!taken) break
    chosen.push(taken.row)
    for (const pair of taken.pairs) missing.delete(pair)
  }
  return chosen
}
