import type { MockOperations } from '../handlers.gen'
import { requireAdmin, requireTask } from '../platform/access'
import { ApiFault } from '../platform/api-fault'
import { downloadFromLms, findLmsTask, uploadToLms } from '../platform/lms'

export const lmsOperations = {
  downloadFromLms: ({ db, user, params }) => {
    const { group } = requireAdmin(db, user, params.id)
    return { status: 200, body: downloadFromLms(db, group) }
  },
  uploadToLms: ({ db, user, params }) => {
    const { group } = requireAdmin(db, user, params.id)
    const result = uploadToLms(db, group)
    return result === 'missing'
      ? { status: 404, body: { status: 'not_found' } }
      : { status: 200, body: result }
  },
  findLmsTask: ({ db, user, body }) => {
    const found = findLmsTask(db, body.mnemonic_code_group, body.gitlab_id)
    if (!found) throw new ApiFault(404, 'Task not found')
    requireTask(db, user, { groupId: found.group_id, taskId: found.task_id })
    return { status: 200, body: found }
  },
} satisfies Partial<MockOperations>
