import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useCallback } from 'react'
import type { LeaderboardRow } from '../../api/responses'
import { isPlainClick } from '../../lib/row-links'

/** Path of a user's competencies; null for rows without an account id. */
export const getProfilePath = ({ user_id }: LeaderboardRow, isOwn: boolean): string | null => {
  if (isOwn) return '/competencies'
  return user_id > 0 ? `/competencies/${user_id}` : null
}

/** Client-side navigation with one handler for all rows, which have no hooks. */
export const useUserLinkClick = () => {
  const router = useRouter()
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      void router.navigate({ href: event.currentTarget.pathname })
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
  const href = getProfilePath(row, isOwn)
  if (href === null) return children
  return (
    <a href={href} onClick={open} className="user-link min-w-0">
      {children}
    </a>
  )
}
