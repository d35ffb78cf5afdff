import { storage } from './storage'

/** What is known of one task's lab from the person's own use of it, in seconds. */
interface LabMemory {
  /** How long its starts took, newest last. */
  starts: number[]
  /** How long it works from its start, or from the moment it is kept working. */
  life?: number
}

const mostTasks = 100
const mostStarts = 10
/** What takes longer is no start of a lab but a lost tab. */
const longestStart = 3600
const longestLife = 30 * 86_400

const isSeconds = (value: unknown, most: number): value is number =>
  typeof value === 'number' && value > 0 && value <= most

const memoryOf = (value: unknown): LabMemory | null => {
  if (typeof value !== 'object' || value === null || !('starts' in value) || !Array.isArray(value.starts))
    return null
  const starts = value.starts.filter(one => isSeconds(one, longestStart)).slice(-mostStarts)
  return 'life' in value && isSeconds(value.life, longestLife) ? { starts, life: value.life } : { starts }
}

/** The pairs keep their order, so that the task that was left alone longest is forgotten first. */
const read = (): Map<number, LabMemory> => {
  try {
    const pairs: unknown = JSON.parse(storage.get('flagship.labStarts') ?? '[]')
    const known = new Map<number, LabMemory>()
    for (const pair of Array.isArray(pairs) ? pairs : []) {
      const memory = Array.isArray(pair) ? memoryOf(pair[1]) : null
      if (memory && Number.isSafeInteger(pair[0])) known.set(pair[0], memory)
    }
    return known
  } catch {
    return new Map()
  }
}

const change = (taskId: number, make: (before: LabMemory) => LabMemory): void => {
  const known = read()
  const next = make(known.get(taskId) ?? { starts: [] })
  known.delete(taskId)
  known.set(taskId, next)
  storage.set('flagship.labStarts', JSON.stringify([...known].slice(-mostTasks)))
}

/** The value under which a share of the sorted numbers lies. */
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0

export interface TypicalStart {
  p50: number
  p90: number
}

/** What a person's own labs have taught this device (ux §3, lab panel). */
export const labMemory = {
  recordStart(taskId: number, seconds: number): void {
    const taken = Math.max(1, Math.round(seconds))
    if (!isSeconds(taken, longestStart)) return
    change(taskId, before => ({ ...before, starts: [...before.starts, taken].slice(-mostStarts) }))
  },

  recordLife(taskId: number, seconds: number): void {
    const life = Math.round(seconds)
    if (isSeconds(life, longestLife)) change(taskId, before => ({ ...before, life }))
  },

  /** Seconds that half and nine tenths of the own starts took: of this task, else of all; null before the first. */
  typicalStart(taskId: number): TypicalStart | null {
    const known = read()
    const own = known.get(taskId)?.starts ?? []
    const starts = own.length > 0 ? own : [...known.values()].flatMap(memory => memory.starts)
    if (starts.length === 0) return null
    const sorted = starts.toSorted((a, b) => a - b)
    return { p50: percentile(sorted, 0.5), p90: percentile(sorted, 0.9) }
  },

  /** Seconds that the lab of a task works, or null while that was never seen. */
  life: (taskId: number): number | null => read().get(taskId)?.life ?? null,
}
