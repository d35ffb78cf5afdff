import type { MockOperations } from '../handlers.gen'
import { visitAsAdmin, visitTask } from '../world/access'
import { downloadFromLms, findLmsTask, uploadToLms } from '../world/lms'
import { Refusal } from '../world/refusal'

/** Specification, section 7: the calls that the learning-management system has a part in. */
export const lmsOperations = {
  downloadFromLms: ({ world, user, params }) => {
    const { group } = visitAsAdmin(world, user, params.id)
    return { status: 200, body: downloadFromLms(world, group) }
  },
  uploadToLms: ({ world, user, params }) => {
    const { group } = visitAsAdmin(world, user, params.id)
    const result = uploadToLms(world, group)
    return result === 'missing'
      ? { status: 404, body: { status: 'not_found' } }
      : { status: 200, body: result }
  },
  findLmsTask: ({ world, user, body }) => {
    const found = findLmsTask(world, body.mnemonic_code_group, body.gitlab_id)
    if (!found) throw new Refusal(404, 'Task not found')
    visitTask(world, user, { groupId: found.group_id, taskId: found.task_id })
    return { status: 200, body: found }
  },
} satisfies Partial<MockOperations>
