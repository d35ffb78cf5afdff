import { judge, type Question } from './judge'
import { judgeSafely } from './judging'

/** Judges in a thread of its own, so that a board of ten thousand rows stops no screen. */
addEventListener('message', ({ data }: MessageEvent<Question>) => postMessage(judgeSafely(judge, data)))
