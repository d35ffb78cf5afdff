import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/errors'
import { q } from '../../api/query'
import type { TaskRef } from '../../api/task-ref'
import { parseId } from '../../lib/route-params'

/** A task by its LMS names, as in `/moodle/{mnemonic_code_group}/{gitlab_id}`. */
export interface LmsNames {
  mnemonic: string
  gitlabId: string
}

/** Limit of the contract. */
const MAX_NAME_LENGTH = 64

/** Whether both names are valid. They are sent in the request body, so any printable characters are allowed. */
export const areLmsNames = ({ mnemonic, gitlabId }: LmsNames): boolean =>
  [mnemonic, gitlabId].every(
    name => name !== '' && [...name].length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name),
  )

/** A POST that only reads. */
const lmsTaskQuery = ({ mnemonic, gitlabId }: LmsNames) =>
  q('findLmsTask', { body: { mnemonic_code_group: mnemonic, gitlab_id: gitlabId } })

/** Runtime check for a valid id. */
const toId = (value: unknown): number | null => (typeof value === 'number' ? parseId(String(value)) : null)

/** The task of a response; null when malformed. */
export const parseTaskLocation = (answer: { group_id?: unknown; task_id?: unknown }): TaskRef | null => {
  const groupId = toId(answer.group_id)
  const taskId = toId(answer.task_id)
  return groupId === null || taskId === null ? null : { groupId, taskId }
}

/** Never cached. Rejects with 404 for an unknown task, 403 without access, `badResponse` when malformed. */
export const findLmsTask = async (queryClient: QueryClient, names: LmsNames): Promise<TaskRef> => {
  const task = parseTaskLocation(await queryClient.query({ ...lmsTaskQuery(names), staleTime: 0 }))
  if (!task) throw new ApiError({ kind: 'badResponse', operation: 'findLmsTask', status: 200 })
  return task
}
