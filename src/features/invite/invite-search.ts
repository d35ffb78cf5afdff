import { parseCode } from '../../lib/route-params'
import { filled, type RawSearch } from '../../lib/search-params'

export type InviteSearch = { invite?: string }

/** The invite that the addresses of login and registration carry; what cannot be a code is left out. */
export const parseInviteSearch = (search: RawSearch): InviteSearch => {
  // The router reads `?invite=42` as a number.
  const text = typeof search.invite === 'number' ? String(search.invite) : search.invite
  return filled({ invite: parseCode(text) ?? undefined })
}
