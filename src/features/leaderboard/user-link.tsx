import { useRouter } from '@tanstack/react-router'
import { createContext, type MouseEvent, type ReactNode, use, useCallback } from 'react'
import type { LeaderboardRow } from '../../api/responses'
import { isPlainClick } from '../../lib/row-links'

/** Whether closed profiles are links too: administrators of the group may open them. */
export const OpensClosedProfiles = createContext(false)

/** Path of a user's competencies; null for a closed profile, and for rows without an account id. */
export const getProfilePath = (
  { user_id, is_public }: LeaderboardRow,
  isOwn: boolean,
  opensClosed: boolean,
): string | null => {
  if (isOwn) return '/competencies'
  return user_id > 0 && (opensClosed || is_public !== false) ? `/competencies/${user_id}` : null
}

/** Client-side navigation with one handler for all rows, which have no hooks. */
export const useUserLinkClick = () => {
  const router = useRouter()
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      const { pathname } = event.currentTarget
      const [, groupId] = /^\/group\/(\d+)/.exec(router.state.location.pathname) ?? []
      // The profile of another person leads back to the group.
      const isOwn = pathname === '/competencies'
      void router.navigate({ href: isOwn || !groupId ? pathname : `${pathname}?group=${groupId}` })
    },
    [router],
  )
}

interface UserLinkProps {
  row: LeaderboardRow
  isOwn: boolean
  children: ReactNode
}

export const UserLink = ({ row, isOwn, children }: UserLinkProps) => {
  const open = useUserLinkClick()
  const href = getProfilePath(row, isOwn, use(OpensClosedProfiles))
  if (href === null) return children
  return (
    <a href={href} onClick={open} className="user-link min-w-0">
      {children}
    </a>
  )
}
