import { Ban, CreditCard, Play, RefreshCw, UserCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SectionTitle } from '../../ui/page-title'

interface AfterAccessProps {
  isPaid: boolean
  isFree: boolean
  /** The bank's page has been, and the hero says how its answer is awaited. */
  isConfirming: boolean
}

/** What happens until the exam starts. */
export const AfterAccess = ({ isPaid, isFree, isConfirming }: AfterAccessProps) => {
  const { t } = useTranslation('exam')
  const admission = [
    { key: isPaid ? 'next.bank' : 'next.admission', Icon: isPaid ? CreditCard : UserCheck },
    { key: isPaid ? 'next.check' : 'next.ask', Icon: RefreshCw },
  ] as const
  const lines = [
    // The headline says how a free exam admits.
    ...(isConfirming || (isFree && !isPaid) ? [] : admission),
    { key: 'next.start', Icon: Play },
    { key: 'rules.noPause', Icon: Ban },
  ] as const
  return (
    <section aria-labelledby="exam-next" className="flex flex-col gap-4 p-4 sm:p-6">
      <SectionTitle level={3} id="exam-next">
        {t('next.title')}
      </SectionTitle>
      <ul className="grid gap-x-8 gap-y-4 text-sm md:grid-cols-2">
        {lines.map(({ key, Icon }) => (
          <li key={key} className="flex gap-3">
            <Icon className="mt-0.5 size-4 shrink-0 text-accent-text" />
            <span className="text-pretty">{t(key)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
