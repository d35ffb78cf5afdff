import { parseCode, trimCode } from '../../lib/route-params'
import { filled, toggle } from '../../lib/search-params'

export type InviteSearch = {
  invite?: string
  /** The invite was malformed; its text is dropped. */
  badInvite?: true
}

export const parseInviteSearch = ({ invite, badInvite }: Record<string, unknown>): InviteSearch => {
  const code = typeof invite === 'string' ? parseCode(trimCode(invite)) : null
  if (code !== null) return { invite: code }
  const isBad = invite === undefined || invite === '' ? toggle(badInvite) : true
  return filled({ badInvite: isBad })
}
