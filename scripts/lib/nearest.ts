/** The word that somebody most likely meant; undefined when none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const wanted = word.toLowerCase()
  const ranked = words
    .map(candidate => ({ candidate, distance: distanceOf(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  if (best && best.distance <= Math.max(1, Math.floor(wanted.length / 3))) return best.candidate
  return wanted.length < 3 ? undefined : words.find(candidate => candidate.toLowerCase().startsWith(wanted))
}

/** How many letters must be changed, added, taken away or exchanged with their neighbour. */
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = next
  }
  return last[b.length] ?? 0
}
