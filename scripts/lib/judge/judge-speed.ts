import { type Case, judged } from './case'
import type { Judgement } from './judgement'

/** People wait for a page's data no longer than this without wondering. */
const mostMilliseconds = 4000
/** More takes long on a phone; the largest scoreboards stay below. */
const mostBytes = 5_000_000

/** What takes long to send takes long to answer: uploads are not timed. */
const mostSent = 100_000

/** Answers that take too long, and bodies that are too large. */
export function judgeSpeed(of: Case): Judgement[] {
  const { exchange, response } = of
  const { milliseconds = 0, request } = exchange
  const bytes = response.body?.length ?? 0
  const place = `answer ${response.status}`
  if (milliseconds >= mostMilliseconds && (request.body?.length ?? 0) <= mostSent) {
    const what = `The answer took ${(milliseconds / 1000).toFixed(1)} s; up to ${mostMilliseconds / 1000} s are usual.`
    return [judged(of, 'DR64', { place, what, witness: Math.round(milliseconds) })]
  }
  if (bytes < mostBytes) return []
  const what = `The answer has ${(bytes / 1e6).toFixed(1)} MB; up to ${mostBytes / 1e6} MB are usual.`
  return [judged(of, 'DR64', { place, what, witness: bytes })]
}
