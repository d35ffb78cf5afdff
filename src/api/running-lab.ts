import { isRecord } from '../lib/is-record'
import type { RunningLab } from './schema.gen'

const MAX_TITLE_LENGTH = 200

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

const runningLabs = new WeakMap<Error, Required<RunningLab>>()

/** Stores, by error, the running lab that the body of a rejected start names, if its shape is valid. */
export const storeRunningLab = (error: Error, body: unknown): void => {
  if (!isRecord(body) || !isRecord(body.running)) return
  const { group_id, task_id, title } = body.running
  if (!isId(group_id) || !isId(task_id) || typeof title !== 'string') return
  runningLabs.set(error, { group_id, task_id, title: title.slice(0, MAX_TITLE_LENGTH) })
}

/** The lab of "another lab is running", or null when the server didn't name it. */
export const getRunningLab = (error: unknown): Required<RunningLab> | null =>
  (error instanceof Error && runningLabs.get(error)) || null
