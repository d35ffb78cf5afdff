import { TicketX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnounceChange } from '../../lib/use-announce-change'
import { Card } from '../../ui/card'
import { EmptyState } from '../../ui/empty-state'

interface BadInviteProps {
  code: string
  /** The field to enter another code into. */
  form: ReactNode
}

const longestShown = 128

/** An address may hold any text of any length in place of a code. */
const shownCode = (code: string): string =>
  code.length > longestShown ? `${code.slice(0, longestShown)}…` : code

/** An invite that leads nowhere is a state with a way on (specification §8), not a page that does not exist. */
export const BadInvite = ({ code, form }: BadInviteProps) => {
  const { t } = useTranslation(['invite', 'errors'])
  const sentence = t('Group with this invite code not found', { ns: 'errors' })
  // The page looks the same when the next code is no good either.
  useAnnounceChange(code, sentence)
  return (
    <Card>
      <EmptyState icon={<TicketX aria-hidden />} title={sentence} headingLevel={2} action={form}>
        <p>{t('bad.text')}</p>
        <p className="mt-2 overflow-hidden">
          {t('code.label')}
          <bdi className="font-mono [overflow-wrap:anywhere]">{shownCode(code)}</bdi>
        </p>
      </EmptyState>
    </Card>
  )
}
