import { parseId } from './route-params'

interface LogicalParent {
  kind: 'group' | 'groups' | 'home'
  path: string
}

const insideGroup = /^\/group\/([^/]+)\/./

/**
 * The page above a path: the group for a task or leaderboard, the groups for a group, else home (specification §2,
 * error page). What stands in the place of a group's id without being one has no page.
 */
export const logicalParent = (path: string): LogicalParent => {
  const groupId = parseId(insideGroup.exec(path)?.[1])
  if (groupId !== null) return { kind: 'group', path: `/group/${groupId}` }
  if (/^\/group(?:\/|$)/.test(path)) return { kind: 'groups', path: '/groups' }
  return { kind: 'home', path: '/' }
}
