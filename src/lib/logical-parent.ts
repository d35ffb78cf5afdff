export interface LogicalParent {
  kind: 'group' | 'groups' | 'home'
  path: string
}

const insideGroup = /^\/group\/([^/]+)\/(?:task\/|leaderboard)/

/** The page above a path: the group for a task or leaderboard, the groups for a group, else home (specification §2, error page). */
export const logicalParent = (path: string): LogicalParent => {
  const group = insideGroup.exec(path)?.[1]
  if (group) return { kind: 'group', path: `/group/${group}` }
  if (path.startsWith('/group/')) return { kind: 'groups', path: '/groups' }
  return { kind: 'home', path: '/' }
}
