import type { Db } from '../platform/db'
import type { RecordedAnswer, RecordedScenario } from '../recordings/recorded-scenario'
import type { PlainAnswer } from './check-answer'
import type { ReadCall } from './read-call'

type Asked = Pick<ReadCall, 'params' | 'query'>

/** Answers by what was asked, in their order; made once for each recording. */
const indexes = new WeakMap<RecordedScenario, ReadonlyMap<string, readonly RecordedAnswer[]>>()

/**
 * The answer that was recorded for this call: the first to the first, the last again and again. Undefined where the
 * database plays no recording, or one in which nobody asked this.
 */
export function playRecording(db: Db, operationId: string, asked: Asked): PlainAnswer | undefined {
  const recording = db.tables.recordings.get('recording')
  if (!recording) return undefined
  const key = keyOf(operationId, asked)
  const answers = indexOf(recording).get(key) ?? []
  const counter = `played:${key}`
  const played = db.tables.counters.get(counter)?.last ?? 0
  if (played < answers.length - 1) db.tables.counters.put(counter, { last: played + 1 })
  const answer = answers[played]
  return answer && { ...answer, headers: { ...answer.headers } }
}

function indexOf(recording: RecordedScenario): ReadonlyMap<string, readonly RecordedAnswer[]> {
  const known = indexes.get(recording)
  if (known) return known
  const index = new Map<string, RecordedAnswer[]>()
  for (const { operationId, answer, ...asked } of recording.exchanges) {
    const key = keyOf(operationId, asked)
    index.set(key, [...(index.get(key) ?? []), answer])
  }
  indexes.set(recording, index)
  return index
}

/** Equal for equal questions, in whatever order their parts are written. */
function keyOf(operationId: string, { params, query }: Asked): string {
  const sorted = [params, query].map(part =>
    Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  return `${operationId} ${JSON.stringify(sorted)}`
}
