import { useNavigate } from '@tanstack/react-router'
import { LogOut, MailWarning, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupSummary, getGroupPhase } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { formatGroupDates } from '../../i18n/group-dates'
import { serverClock } from '../../lib/server-clock'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { feedbackDialog } from '../feedback/public'
import { VerifyEmailActions } from './verify-email'

interface VerifyPageProps {
  /** They open once the address is verified. */
  groups: readonly GroupSummary[]
}

/** The home page of a user without a verified address: one next step, and what to do when it doesn't work. */
export const VerifyPage = ({ groups }: VerifyPageProps) => {
  const { t } = useTranslation('verify')
  const { user } = useSession()
  const email = user?.email ?? ''
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
      <Card as="section" padding="lg" aria-labelledby="verify" className="flex flex-col gap-6">
        <div className="flex items-start gap-4">
          <MailWarning className="size-8 shrink-0 text-warning-text" />
          <div className="flex min-w-0 flex-col gap-2">
            <h2 id="verify" className="text-xl">
              {t('title')}
            </h2>
            <p className="text-muted">{t('why')}</p>
          </div>
        </div>
        <ol className="flex list-decimal flex-col gap-1.5 pl-6">
          <li>
            <span>{t('step.open')}</span>{' '}
            <bdi translate="no" className="font-semibold wrap-anywhere">
              {email}
            </bdi>
          </li>
          <li>{t('step.follow')}</li>
          <li>{t('step.check')}</li>
        </ol>
        <VerifyEmailActions variant="page" />
        {groups.length > 0 && (
          <section aria-labelledby="verify-groups" className="flex flex-col gap-2 border-t border-line pt-4">
            <h3 id="verify-groups" className="text-sm text-muted">
              {t('groups', { count: groups.length })}
            </h3>
            <ul className="divide-y divide-line">
              {groups.map(group => (
                <li key={group.id} className="py-2">
                  <p className="font-medium text-balance">
                    <bdi>{group.name}</bdi>
                  </p>
                  <p className="text-sm text-muted">
                    {formatGroupDates(group, getGroupPhase(group, serverClock.now()))}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        )}
      </Card>
      <Card as="section" padding="lg" aria-labelledby="verify-help" className="flex flex-col gap-3">
        <h2 id="verify-help" className="text-base">
          {t('help.title')}
        </h2>
        <ul className="flex list-disc flex-col gap-1.5 pl-6 text-sm">
          <li>{t('help.spam')}</li>
          <li>{t('help.wait')}</li>
          <li>{t('help.wrong')}</li>
        </ul>
        <WrongAddress email={email} />
      </Card>
    </div>
  )
}

/** No call changes an address: the team can, or a new registration. */
const WrongAddress = ({ email }: { email: string }) => {
  const { t } = useTranslation('verify')
  const { session } = useSession()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const registerAgain = async () => {
    setLeaving(true)
    await session.logout().catch(() => {})
    await navigate({ to: '/registration', replace: true })
  }
  return (
    <div className="grid w-fit max-sm:w-full gap-2">
      <Button
        isBlock
        icon={<MessageSquare />}
        aria-haspopup="dialog"
        onClick={() => feedbackDialog.openWith({ text: t('wrong.message', { email }), file: null })}
      >
        {t('wrong.write')}
      </Button>
      <Button isBlock icon={<LogOut />} isPending={isLeaving} onClick={() => void registerAgain()}>
        {t('wrong.register')}
      </Button>
    </div>
  )
}
