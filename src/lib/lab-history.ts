import { isRecord } from './is-record'
import { storage } from './storage'

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
  try {
    const pairs: unknown = JSON.parse(storage.get('flagship.labStarts') ?? '[]')
    const known = new Map<number, LabRecord>()
    for (const pair of Array.isArray(pairs) ? pairs : []) {
      const memory = Array.isArray(pair) ? parseLabRecord(pair[1]) : null
      if (memory && Number.isSafeInteger(pair[0])) known.set(pair[0], memory)
    }
    return known
  } catch {
    return new Map()
  }
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

export interface TypicalStart {
  p50: number
  p90: number
}

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

  /**
   * Median and 90th percentile of the start durations in seconds, of this task or else of all; null before the first
   * start.
   */
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
