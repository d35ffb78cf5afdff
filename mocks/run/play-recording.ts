import type { Db } from '../platform/db'
import type { RecordedAnswer, RecordedScenario } from '../recordings/recorded-scenario'
import type { PlainResponse } from './check-response'
import type { ReadCall } from './read-call'

type RequestKey = Pick<ReadCall, 'params' | 'query'>

/** Responses by request; built once per recording. */
const indexes = new WeakMap<RecordedScenario, ReadonlyMap<string, readonly RecordedAnswer[]>>()

/**
 * The recorded response of a call: in order, the last one repeated. Undefined if no recording is played or it doesn't
 * have this call.
 */
export function playRecording(db: Db, operationId: string, request: RequestKey): PlainResponse | undefined {
  const recording = db.tables.recordings.get('recording')
  if (!recording) return undefined
  const key = toKey(operationId, request)
  const answers = getIndex(recording).get(key) ?? []
  const counter = `played:${key}`
  const played = db.tables.counters.get(counter)?.last ?? 0
  if (played < answers.length - 1) db.tables.counters.put(counter, { last: played + 1 })
  const answer = answers[played]
  return answer && { ...answer, headers: { ...answer.headers } }
}

function getIndex(recording: RecordedScenario): ReadonlyMap<string, readonly RecordedAnswer[]> {
  const known = indexes.get(recording)
  if (known) return known
  const index = new Map<string, RecordedAnswer[]>()
  for (const { operationId, answer, ...request } of recording.exchanges) {
    const key = toKey(operationId, request)
    index.set(key, [...(index.get(key) ?? []), answer])
  }
  indexes.set(recording, index)
  return index
}

/** Independent of the order of properties. */
function toKey(operationId: string, { params, query }: RequestKey): string {
  const sorted = [params, query].map(part =>
    Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  return `${operationId} ${JSON.stringify(sorted)}`
}
