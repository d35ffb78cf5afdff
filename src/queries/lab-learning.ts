import type { LabStatus } from '../api/schema.gen'
import { clock } from '../lib/clock'
import { parseMoment } from '../lib/format'
import { labMemory } from '../lib/lab-starts'
import { placeText, type TaskPlace } from '../lib/last-task'
import { serverClock } from '../lib/server-clock'
import { labState } from './lab-view'

/** When the starts of this tab were clicked, by elapsed time. */
const clicked = new Map<string, number>()

export const noteStart = (place: TaskPlace): void => {
  clicked.set(placeText(place), clock.elapsed())
}

/** Nobody looked: when the lab came to be ready is not known. */
export const noteHidden = (): void => clicked.clear()

const recordLife = (place: TaskPlace, status: LabStatus): void => {
  const end = parseMoment(status.expires_at)
  // To the minute, because the answer is a little older than its arrival.
  if (end !== null) labMemory.recordLife(place.taskId, Math.round((end - serverClock.now()) / 60_000) * 60)
}

/** The answer to a click on a lab that was ready: if its end has moved, it works from now for as long as it works. */
export const noteExtension = (place: TaskPlace, before: LabStatus | undefined, answer: LabStatus): void => {
  const end = parseMoment(before?.expires_at)
  const isReady = labState(before) === 'ready' && labState(answer) === 'ready'
  if (isReady && end !== null && (parseMoment(answer.expires_at) ?? 0) > end) recordLife(place, answer)
}

/** Learns from a start that was seen from its click to its end in this tab. */
export const noteStatus = (place: TaskPlace, status: LabStatus): void => {
  const key = placeText(place)
  const begun = clicked.get(key)
  const state = labState(status)
  if (begun === undefined || state === 'starting') return
  clicked.delete(key)
  if (state !== 'ready') return
  labMemory.recordStart(place.taskId, (clock.elapsed() - begun) / 1000)
  recordLife(place, status)
}
