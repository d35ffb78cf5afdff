import type { LabStatus } from '../api/schema.gen'
import { clock } from '../lib/clock'
import { parseMoment } from '../lib/format'
import { labHistory } from '../lib/lab-history'
import { formatTaskRef, type TaskRef } from '../lib/last-task'
import { serverClock } from '../lib/server-clock'
import { labState } from './lab-view'

/** When starts were clicked in this tab, in monotonic time. */
const startClicks = new Map<string, number>()

export const recordStartClick = (task: TaskRef): void => {
  startClicks.set(formatTaskRef(task), clock.elapsed())
}

/** While the tab is hidden it doesn't notice when a lab becomes ready. */
export const clearStartClicks = (): void => startClicks.clear()

const recordLife = (task: TaskRef, status: LabStatus): void => {
  const end = parseMoment(status.expires_at)
  // Rounded to minutes, because the response is slightly old.
  if (end !== null) labHistory.recordLife(task.taskId, Math.round((end - serverClock.now()) / 60_000) * 60)
}

/** If a click on a ready lab moved its end, the new remaining time is the lab's lifetime. */
export const recordExtension = (task: TaskRef, before: LabStatus | undefined, answer: LabStatus): void => {
  const end = parseMoment(before?.expires_at)
  const isReady = labState(before) === 'ready' && labState(answer) === 'ready'
  if (isReady && end !== null && (parseMoment(answer.expires_at) ?? 0) > end) recordLife(task, answer)
}

/** Records the duration of a start that this tab saw from click to end. */
export const recordStatus = (task: TaskRef, status: LabStatus): void => {
  const key = formatTaskRef(task)
  const clickedAt = startClicks.get(key)
  const state = labState(status)
  if (clickedAt === undefined || state === 'starting') return
  startClicks.delete(key)
  if (state !== 'ready') return
  labHistory.recordStart(task.taskId, (clock.elapsed() - clickedAt) / 1000)
  recordLife(task, status)
}
