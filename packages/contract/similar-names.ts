/** The most similar word; undefined when none is similar enough. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase()
  const ranked = candidates
    .map(candidate => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  if (best && best.distance <= Math.max(1, Math.floor(wanted.length / 3))) return best.candidate
  return wanted.length < 3
    ? undefined
    : candidates.find(candidate => candidate.toLowerCase().startsWith(wanted))
}

/** The Damerau-Levenshtein distance: insertions, deletions, substitutions and swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      const changed = (row[j - 1] ?? 0) + (isSame ? 0 : 1)
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** Equal except for case and underscores, a typo apart, or one contains the other. */
export function areSimilarNames(a: string, b: string): boolean {
  const [left, right] = [normalizeName(a), normalizeName(b)]
  if (left === right) return true
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length >= 4 && long.includes(short)) return true
  return short.length >= 5 && isWithin(left, right, short.length >= 8 ? 2 : 1)
}

/** Words that APIs use for the same thing. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['name', 'title', 'label'],
  ['url', 'link', 'href'],
  ['text', 'body', 'content', 'message'],
  ['points', 'score'],
  ['date', 'at', 'time'],
  ['cost', 'price', 'fee'],
  ['hint', 'clue', 'tip'],
  ['task', 'challenge'],
]

/** Equal except for one word that means the same: `group_name` and `groupTitle`. */
export function areSynonyms(a: string, b: string): boolean {
  const [left, right] = [getWords(a), getWords(b)]
  if (left.length !== right.length) return false
  const different = left.flatMap((word, index) => (word === right[index] ? [] : [[word, right[index] ?? '']]))
  return different.length === 1 && SYNONYMS.some(words => different[0]?.every(word => words.includes(word)))
}

/** The words of a name, in lower case. */
export function getWords(name: string): string[] {
  return name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[_\-\s]+/)
}

/** Equal except for case, punctuation and one or two letters. */
export function areSimilarTexts(a: string, b: string): boolean {
  const [left, right] = [normalizeName(a), normalizeName(b)]
  if (left === right) return true
  return Math.min(left.length, right.length) >= 8 && isWithin(left, right, 2)
}

/** Letters and digits in lower case. */
export function normalizeName(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Whether the edit distance is at most `most`; long texts never match. */
function isWithin(a: string, b: string, maxDistance: number): boolean {
  if (Math.abs(a.length - b.length) > maxDistance || Math.max(a.length, b.length) > 500) return false
  return editDistance(a, b) <= maxDistance
}
