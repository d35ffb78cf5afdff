import type { LabStatus } from '../../../packages/contract/schema.gen'
import { formatTaskRef, isSameTask, readTaskRef, type TaskRef } from '../../api/task-ref'
import { clock } from '../../lib/clock'
import { parseMoment } from '../../lib/format'
import { isRecord } from '../../lib/is-record'
import { createListeners } from '../../lib/listeners'
import { serverClock } from '../../lib/server-clock'
import { type AppStorage, storage } from '../../lib/storage'
import { createStore } from '../../lib/store'
import { parseStoredList } from '../../lib/stored-value'
import { labState, type TypicalStart } from './model'

/** The running lab as far as this tab knows. */
export interface TrackedLab {
  task: TaskRef
  /** False after the user has stopped waiting for the start. */
  isPolled: boolean
}

/** Stores which lab runs, across pages and reloads (storage key `flagship.lab`). */
export const createLabTracker = (store: AppStorage = storage) => {
  const { get, set, subscribe } = createStore<TrackedLab | null>(null)
  return {
    get,
    subscribe,
    /** Restores the lab of an earlier page. */
    restore(): void {
      const task = readTaskRef('flagship.lab', store)
      if (task && !get()) set({ task, isPolled: true })
    },
    track(task: TaskRef): void {
      if (isSameTask(get()?.task, task)) return
      store.set('flagship.lab', formatTaskRef(task))
      set({ task, isPolled: true })
    },
    /** The lab has stopped. */
    untrack(task: TaskRef): void {
      if (!isSameTask(get()?.task, task)) return
      store.remove('flagship.lab')
      set(null)
    },
    setPolled(isPolled: boolean): void {
      const tracked = get()
      if (tracked && tracked.isPolled !== isPolled) set({ ...tracked, isPolled })
    },
    /** The user has left; `localStorage` is cleared by its own rules. */
    reset: (): void => set(null),
  }
}

export type LabTracker = ReturnType<typeof createLabTracker>

export const labTracker = createLabTracker()

/** Timings of one task's lab, in seconds. */
interface LabRecord {
  /** Durations of its starts, newest last. */
  starts: number[]
  /** Lifetime from its start or extension. */
  life?: number
}

const MAX_TASKS = 100
const MAX_STARTS = 10
/** Longer times are caused by a suspended tab. */
const MAX_START_SECONDS = 3600
const MAX_LIFE_SECONDS = 30 * 86_400

const isSeconds = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value > 0 && value <= most

const parseLabRecord = (value: unknown): LabRecord | null => {
  if (!isRecord(value) || !Array.isArray(value.starts)) return null
  const starts = value.starts.filter(one => isSeconds(one, MAX_START_SECONDS)).slice(-MAX_STARTS)
  return isSeconds(value.life, MAX_LIFE_SECONDS) ? { starts, life: value.life } : { starts }
}

/** Insertion order is kept, so that the least recently used task is dropped first. */
const read = (): Map<number, LabRecord> => {
  const known = new Map<number, LabRecord>()
  for (const pair of parseStoredList(storage.get('flagship.labStarts'))) {
    const [taskId, value] = Array.isArray(pair) ? pair : []
    const memory = parseLabRecord(value)
    if (memory && Number.isSafeInteger(taskId)) known.set(taskId, memory)
  }
  return known
}

const change = (taskId: number, make: (before: LabRecord) => LabRecord): void => {
  const known = read()
  const next = make(known.get(taskId) ?? { starts: [] })
  known.delete(taskId)
  known.set(taskId, next)
  storage.set('flagship.labStarts', JSON.stringify([...known].slice(-MAX_TASKS)))
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0

/** Timings of the user's own labs on this device. */
export const labHistory = {
  recordStart(taskId: number, seconds: number): void {
    const taken = Math.max(1, Math.round(seconds))
    if (!isSeconds(taken, MAX_START_SECONDS)) return
    change(taskId, before => ({ ...before, starts: [...before.starts, taken].slice(-MAX_STARTS) }))
  },

  recordLife(taskId: number, seconds: number): void {
    const life = Math.round(seconds)
    if (isSeconds(life, MAX_LIFE_SECONDS)) change(taskId, before => ({ ...before, life }))
  },

  /** Of this task or else of all; null before the first start. */
  typicalStart(taskId: number): TypicalStart | null {
    const known = read()
    const own = known.get(taskId)?.starts ?? []
    const starts = own.length > 0 ? own : [...known.values()].flatMap(memory => memory.starts)
    if (starts.length === 0) return null
    const sorted = starts.toSorted((a, b) => a - b)
    return { p50: percentile(sorted, 0.5), p90: percentile(sorted, 0.9) }
  },

  /** Lifetime of the task's lab in seconds; null when unknown. */
  life: (taskId: number): number | null => read().get(taskId)?.life ?? null,
}

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

const listeners = createListeners()

/** The user's setting for notifications about a lab that stops soon; the browser's permission is separate. */
export const labNotifications = {
  isOn: (): boolean => storage.get('flagship.labNotices') === 'on',
  set(isOn: boolean): void {
    storage.set('flagship.labNotices', isOn ? 'on' : 'off')
    listeners.emit()
  },
  subscribe: listeners.subscribe,
}
