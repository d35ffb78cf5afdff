import { parseCode, trimCode } from '../../lib/route-params'
import { filled, toggle } from '../../lib/search-params'

export type InviteSearch = {
  invite?: string
  /** The invite was malformed; its text is dropped. */
  badInvite?: true
}

export const parseInviteSearch = ({ invite, badInvite }: Record<string, unknown>): InviteSearch => {
  // The router parses `?invite=42` as a number.
  const code = parseCode(typeof invite === 'string' ? trimCode(invite) : String(invite ?? ''))
  if (code !== null) return { invite: code }
  const isBad = invite === undefined || invite === '' ? toggle(badInvite) : true
  return filled({ badInvite: isBad })
}
