import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { parseId } from '../../lib/route-params'

interface LogicalParent {
  kind: 'group' | 'groups' | 'home'
  path: string
}

const insideGroup = /^\/group\/([^/]+)\/./

/** The group of a task or leaderboard, the list of a group, else home. An invalid group id has no page. */
export const logicalParent = (path: string): LogicalParent => {
  const groupId = parseId(insideGroup.exec(path)?.[1])
  if (groupId !== null) return { kind: 'group', path: `/group/${groupId}` }
  if (/^\/group(?:\/|$)/.test(path)) return { kind: 'groups', path: '/groups' }
  return { kind: 'home', path: '/' }
}

/** Goes back in the history; without one, to the parent page. */
export const useBack = (): (() => void) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ href: logicalParent(router.state.location.pathname).path })
  }
}
