import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useCallback } from 'react'
import { isPlainClick } from '../../lib/row-links'
import type { LeaderboardRow } from '../../queries/answers'

/** The page of a person's competencies; null for a row without an account of its own (`readBoard`). */
export const personAddress = ({ user_id }: LeaderboardRow, isOwn: boolean): string | null => {
  if (isOwn) return '/competencies'
  return user_id > 0 ? `/competencies/${user_id}` : null
}

/** Follows a link within the application: one handler for all rows of a table, which have no hooks. */
export const useOpenPerson = () => {
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

interface PersonLinkProps {
  row: LeaderboardRow
  isOwn: boolean
  children: ReactNode
}

/** A name that leads to its person's competencies. */
export const PersonLink = ({ row, isOwn, children }: PersonLinkProps) => {
  const open = useOpenPerson()
  const address = personAddress(row, isOwn)
  if (address === null) return children
  return (
    <a href={address} onClick={open} className="person-link min-w-0">
      {children}
    </a>
  )
}
