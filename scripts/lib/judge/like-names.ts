/** Whether two names may well mean one thing: equal but for case and underscores, a typing error apart, or one within the other. */
export function areLikeNames(a: string, b: string): boolean {
  const [left, right] = [plain(a), plain(b)]
  if (left === right) return true
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length >= 4 && long.includes(short)) return true
  return short.length >= 5 && isWithin(left, right, short.length >= 8 ? 2 : 1)
}

/** Whether two sentences are one but for case and punctuation, or for one or two letters. */
export function areLikeTexts(a: string, b: string): boolean {
  const [left, right] = [plain(a), plain(b)]
  if (left === right) return true
  return Math.min(left.length, right.length) >= 8 && isWithin(left, right, 2)
}

/** Words without anything but letters and digits, in lower case. */
export function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Whether at most `most` letters must be put in, left out, changed or exchanged with their neighbour. */
function isWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) > 500) return false
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
  return (row[b.length] ?? 0) <= most
}
