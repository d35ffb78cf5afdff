import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Group } from '../../api/responses'
import { useSession } from '../../api/use-session'
import { formatDeadline, formatNumber } from '../../lib/format'
import { Button } from '../../ui/button'
import { SignalFlag } from '../../ui/signal-flag'
import type { Signal } from '../../ui/signals'
import type { AttemptView } from './model'

/** B over Z, "well done". */
const wellDone: readonly Signal[] = [
  ['red', ['white', 'M18 0v18l-5 -9z']],
  ['yellow', ['black', 'M0 0l9 9l-9 9z'], ['blue', 'M18 0v18l-9 -9z'], ['red', 'M0 18l9 -9l9 9z']],
]

/** A passed exam, which prints as a confirmation: who, what, when and the points. */
export const ExamResult = ({ group, view }: { group: Group; view: AttemptView }) => {
  const { t, i18n } = useTranslation('exam')
  const { user } = useSession()
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ') || user?.username
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      <div className="flex w-fit gap-1 border-l-2 border-control pl-1 sm:flex-col" aria-hidden>
        {wellDone.map(signal => (
          <SignalFlag key={signal[0]} signal={signal} className="size-16" />
        ))}
      </div>
      <div className="flex min-w-0 flex-1 basis-[16rem] flex-col gap-1">
        <p className="text-sm text-muted">{t('attempt', { id: view.id })}</p>
        <h2 id="exam-attempt" className="font-display text-2xl md:text-3xl">
          {t('headline.completed')}
        </h2>
        <p>
          <bdi className="font-medium">{name}</bdi> · <bdi>{group.name}</bdi>
        </p>
        {view.endsAt !== null && (
          <p className="text-sm text-muted">{formatDeadline(view.endsAt, i18n.language)}</p>
        )}
        <p className="text-muted">{t('text.completed')}</p>
        <p className="text-xs text-muted">{t('result.signal')}</p>
      </div>
      <div className="flex flex-col gap-3 sm:items-end">
        {view.score !== null && (
          <p className="flex flex-col sm:items-end">
            <span className="text-sm text-muted">{t('facts.score')}</span>
            <span className="font-display text-[4.5rem] leading-none tabular-nums text-signal">
              {formatNumber(view.score, i18n.language)}
            </span>
          </p>
        )}
        <Button
          icon={<Printer className="size-4" aria-hidden />}
          onClick={() => window.print()}
          data-no-print
        >
          {t('result.print')}
        </Button>
      </div>
    </div>
  )
}
