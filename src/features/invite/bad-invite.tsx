import { TicketX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnounceChange } from '../../lib/use-announce-change'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'

interface BadInviteProps {
  code: string
  form: ReactNode
}

const MAX_SHOWN_LENGTH = 128

/** The URL may contain any text in place of a code. */
const truncateCode = (code: string): string =>
  code.length > MAX_SHOWN_LENGTH ? `${code.slice(0, MAX_SHOWN_LENGTH)}…` : code

/** An invalid invite, with a form for another code. Not a 404 page. */
export const BadInvite = ({ code, form }: BadInviteProps) => {
  const { t } = useTranslation(['invite', 'errors'])
  const sentence = t('Group with this invite code not found', { ns: 'errors' })
  // The next invalid code changes nothing visible.
  useAnnounceChange(code, sentence)
  return (
    <Card>
      <EmptyState icon={<TicketX aria-hidden />} title={sentence} headingLevel={2} action={form}>
        <p>{t('bad.text')}</p>
        <p className="mt-2 overflow-hidden">
          {t('code.label')}
          <bdi className="font-mono [overflow-wrap:anywhere]">{truncateCode(code)}</bdi>
        </p>
      </EmptyState>
    </Card>
  )
}
