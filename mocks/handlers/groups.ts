import type { MockOperations } from '../handlers.gen'
import { viewGroup, viewGroupSummary } from '../views/group-view'
import { viewTaskStatuses } from '../views/task-view'
import { startsAt, visitAsAdmin, visitGroup, visitRunningGroup } from '../world/access'
import { boardFor } from '../world/leaderboard'
import { Refusal } from '../world/refusal'
import { keyOf } from '../world/tables'

/** Specification, section 7, Groups, and the scoreboard. */
export const groupOperations = {
  listGroups: ({ world, user }) => ({
    status: 200,
    body: world.tables.memberships
      .filter(membership => membership.user_id === user.id)
      .flatMap(membership => {
        const group = world.content.groups.get(membership.group_id)
        return group ? [viewGroupSummary(world, user, { group, membership })] : []
      })
      .sort((a, b) => a.id - b.id),
  }),
  getGroup: ({ world, user, params, origin }) => ({
    status: 200,
    body: viewGroup(world, user, visitRunningGroup(world, user, params.id), origin),
  }),
  listTaskStatuses: ({ world, user, params }) => {
    const { group } = visitRunningGroup(world, user, params.id)
    return { status: 200, body: viewTaskStatuses(world, user, group) }
  },
  setTaskVisibility: ({ world, user, params, body }) => {
    const { group } = visitAsAdmin(world, user, params.group)
    if (world.content.tasks.get(params.task)?.group !== group) throw new Refusal(404, 'Task not found')
    const { visible } = body
    const row = { group_id: group.id, task_id: params.task, visible }
    world.tables.visibility.put(keyOf.visibility(group.id, params.task), row)
    return { status: 200, body: { visible } }
  },
  getLeaderboard: ({ world, user, params, now }) => {
    const { group, membership } = visitGroup(world, user, params.id)
    const begins = startsAt(world, group)
    if (!membership.is_admin) {
      if (begins !== undefined && now < begins)
        throw new Refusal(403, 'Training in this group will begin later')
      if (group.hideLeaderboard) throw new Refusal(403, 'leaderboard is hidden')
    }
    return { status: 200, body: boardFor(world, group.id, user) }
  },
} satisfies Partial<MockOperations>
