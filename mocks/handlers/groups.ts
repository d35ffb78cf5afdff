import type { MockOperations } from '../handlers.gen'
import { getStartTime, requireAdmin, requireMember, requireRunningGroup } from '../platform/access'
import { ApiFault } from '../platform/api-fault'
import { getBoardForUser } from '../platform/leaderboard'
import { tableKeys } from '../platform/tables'
import { viewGroup, viewGroupListItem, viewTaskStatuses } from './views'

export const groupOperations = {
  listGroups: ({ db, user }) => ({
    status: 200,
    body: db.tables.memberships
      .filter(membership => membership.user_id === user.id)
      .flatMap(membership => {
        const group = db.content.groups.get(membership.group_id)
        return group ? [viewGroupListItem(db, user, { group, membership })] : []
      })
      .sort((a, b) => a.id - b.id),
  }),
  getGroup: ({ db, user, params, origin }) => ({
    status: 200,
    body: viewGroup(db, user, requireRunningGroup(db, user, params.id), origin),
  }),
  listTaskStatuses: ({ db, user, params }) => {
    const { group } = requireRunningGroup(db, user, params.id)
    return { status: 200, body: viewTaskStatuses(db, user, group) }
  },
  setTaskVisibility: ({ db, user, params, body }) => {
    const { group } = requireAdmin(db, user, params.group)
    if (db.content.tasks.get(params.task)?.group !== group) throw new ApiFault(404, 'Task not found')
    const { visible } = body
    const row = { group_id: group.id, task_id: params.task, visible }
    db.tables.visibility.put(tableKeys.visibility(group.id, params.task), row)
    return { status: 200, body: { visible } }
  },
  getLeaderboard: ({ db, user, params, now }) => {
    const access = requireMember(db, user, params.id)
    const { group, membership } = access
    const start = getStartTime(db, group)
    if (!membership.is_admin) {
      if (start !== undefined && now < start)
        throw new ApiFault(403, 'Training in this group will begin later')
      if (group.hideLeaderboard) throw new ApiFault(403, 'leaderboard is hidden')
    }
    return { status: 200, body: getBoardForUser(db, access, user) }
  },
} satisfies Partial<MockOperations>
