import { editDistance } from './edit-distance'

/** The most similar word; undefined when none is similar enough. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const wanted = word.toLowerCase()
  const ranked = words
    .map(candidate => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  if (best && best.distance <= Math.max(1, Math.floor(wanted.length / 3))) return best.candidate
  return wanted.length < 3 ? undefined : words.find(candidate => candidate.toLowerCase().startsWith(wanted))
}
