import type { RunningLab } from './schema.gen'

const longestTitle = 200

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

const named = new WeakMap<Error, Required<RunningLab>>()

/** Keeps, beside an error, the lab that the body of a refused start names; a body of another shape names none. */
export const keepRunningLab = (error: Error, body: unknown): void => {
  if (typeof body !== 'object' || body === null || !('running' in body)) return
  const { running } = body
  if (typeof running !== 'object' || running === null) return
  const { group_id, task_id, title } = running as Partial<Record<keyof RunningLab, unknown>>
  if (!isId(group_id) || !isId(task_id) || typeof title !== 'string') return
  named.set(error, { group_id, task_id, title: title.slice(0, longestTitle) })
}

/** The lab that stands in the way of another one ("another lab is running"), or null when the server named none. */
export const runningLabOf = (error: unknown): Required<RunningLab> | null =>
  (error instanceof Error && named.get(error)) || null
