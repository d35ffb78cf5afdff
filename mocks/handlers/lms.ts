import type { MockOperations } from '../handlers.gen'
import { visitAsAdmin, visitTask } from '../platform/access'
import { ApiFault } from '../platform/api-fault'
import { downloadFromLms, findLmsTask, uploadToLms } from '../platform/lms'

/** Specification, section 7: the calls that the learning-management system has a part in. */
export const lmsOperations = {
  downloadFromLms: ({ db, user, params }) => {
    const { group } = visitAsAdmin(db, user, params.id)
    return { status: 200, body: downloadFromLms(db, group) }
  },
  uploadToLms: ({ db, user, params }) => {
    const { group } = visitAsAdmin(db, user, params.id)
    const result = uploadToLms(db, group)
    return result === 'missing'
      ? { status: 404, body: { status: 'not_found' } }
      : { status: 200, body: result }
  },
  findLmsTask: ({ db, user, body }) => {
    const found = findLmsTask(db, body.mnemonic_code_group, body.gitlab_id)
    if (!found) throw new ApiFault(404, 'Task not found')
    visitTask(db, user, { groupId: found.group_id, taskId: found.task_id })
    return { status: 200, body: found }
  },
} satisfies Partial<MockOperations>
