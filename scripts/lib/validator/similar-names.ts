import { editDistance } from '../edit-distance'

/** Equal except for case and underscores, a typo apart, or one contains the other. */
export function areSimilarNames(a: string, b: string): boolean {
  const [left, right] = [normalizeName(a), normalizeName(b)]
  if (left === right) return true
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length >= 4 && long.includes(short)) return true
  return short.length >= 5 && isWithin(left, right, short.length >= 8 ? 2 : 1)
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
