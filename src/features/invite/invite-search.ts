import { parseCode, trimCode } from '../../lib/route-params'
import { filled, type RawSearch, readSwitch } from '../../lib/search-params'

export type InviteSearch = {
  invite?: string
  /** An invite that cannot be a code: the page says that it is invalid, and its text goes nowhere. */
  badInvite?: true
}

/** The invite that the addresses of login and registration carry. */
export const parseInviteSearch = ({ invite, badInvite }: RawSearch): InviteSearch => {
  // The router reads `?invite=42` as a number.
  const code = parseCode(typeof invite === 'string' ? trimCode(invite) : String(invite ?? ''))
  if (code !== null) return { invite: code }
  const isBad = invite === undefined || invite === '' ? readSwitch(badInvite) : true
  return filled({ badInvite: isBad })
}
