import { ApiError } from '../api/errors'
import type { QueryReader } from '../api/late-query-client'
import { q } from '../api/query'
import { parseId } from '../lib/route-params'

/** A task by its names in the LMS, as they stand in `/moodle/{mnemonic_code_group}/{gitlab_id}`. */
export interface LmsNames {
  mnemonic: string
  gitlabId: string
}

/** By the contract. */
const longestName = 64

/**
 * Whether both may be names of the LMS; what may not is never sent. Whatever characters they have: they stand in the body
 * of the call, never in its path.
 */
export const areLmsNames = ({ mnemonic, gitlabId }: LmsNames): boolean =>
  [mnemonic, gitlabId].every(name => name !== '' && [...name].length <= longestName && !/\p{Cc}/u.test(name))

/** A read though a POST (specification §7, `POST groups/get-ids`). */
const lmsTaskQuery = ({ mnemonic, gitlabId }: LmsNames) =>
  q('post', '/groups/get-ids', { body: { mnemonic_code_group: mnemonic, gitlab_id: gitlabId } })

/** Types are not checks: only a number that is an id leads anywhere. */
const idOf = (value: unknown): number | null => (typeof value === 'number' ? parseId(String(value)) : null)

interface LmsTaskPlace {
  groupId: number
  taskId: number
}

/** Where an answer says that the task is; null when it names no place. */
export const placeIn = (answer: { group_id?: unknown; task_id?: unknown }): LmsTaskPlace | null => {
  const groupId = idOf(answer.group_id)
  const taskId = idOf(answer.task_id)
  return groupId === null || taskId === null ? null : { groupId, taskId }
}

/**
 * Where the task is on the platform, asked anew each time. Fails with an `ApiError`, also when the answer names no place:
 * 404 for a task that the platform does not know, 403 for one that is closed to the reader.
 */
export const findLmsTask = async (queryClient: QueryReader, names: LmsNames): Promise<LmsTaskPlace> => {
  const place = placeIn(await queryClient.query({ ...lmsTaskQuery(names), staleTime: 0 }))
  if (!place) throw new ApiError({ kind: 'badResponse', operation: 'post /groups/get-ids', status: 200 })
  return place
}
