import { useQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { inviteQuery } from '../../api/queries/auth'
import { Banner } from '../../ui/banner'
import { isBadInvite } from './model'

/** Names the group of the invite, or says that the code is invalid (`null`). Silent while unknown or failed. */
export const InviteNotice = ({ code }: { code: string | null }) => {
  const { t, ready } = useTranslation(['invite', 'errors'])
  const { data, error } = useQuery({ ...inviteQuery(code ?? ''), enabled: code !== null })
  if (!ready) return null
  if (data) {
    return (
      <Banner tone="info" icon={<Ticket />} title={t('notice.title')}>
        {data.name && <bdi className="[overflow-wrap:anywhere]">{data.name}</bdi>}
      </Banner>
    )
  }
  if (code !== null && !isBadInvite(error)) return null
  return <Banner tone="warning">{t('Group with this invite code not found', { ns: 'errors' })}</Banner>
}
