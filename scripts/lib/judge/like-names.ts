import { editDistance } from '../edit-distance'

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

/** Whether texts of a usual length are at most so many letters apart. */
function isWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) > 500) return false
  return editDistance(a, b) <= most
}
