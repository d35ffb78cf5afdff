import { judge, type Question } from './judge'

/** Judges in a thread of its own, so that a board of ten thousand rows stops no screen. */
addEventListener('message', ({ data }: MessageEvent<Question>) => postMessage(judge(data)))
