import { useTranslation } from 'react-i18next'
import type { Attempt } from '../../api/schema.gen'
import { formatNumber } from '../../lib/format'
import { toAttemptView } from '../../queries/exam-view'
import type { Group } from '../../queries/responses'
import { Badge } from '../../ui/badge'
import { toneIcon } from '../../ui/tone'
import { formatCreatedAt } from './attempt-facts'
import { useAttemptLabels } from './attempt-labels'

interface EarlierAttemptsProps {
  attempts: readonly Attempt[]
  exam: Group['exam']
  now: number
}

export const EarlierAttempts = ({ attempts, exam, now }: EarlierAttemptsProps) => {
  const { t } = useTranslation('exam')
  if (attempts.length === 0) return null
  return (
    <details className="rounded-card border border-line bg-surface px-4 py-2 text-sm sm:px-6">
      <summary className="cursor-pointer py-1 font-medium pointer-coarse:py-3">
        {t('earlier.title', { total: attempts.length })}
      </summary>
      <ul className="flex flex-col divide-y divide-line">
        {attempts.map(attempt => (
          <EarlierAttempt key={attempt.id} attempt={attempt} exam={exam} now={now} />
        ))}
      </ul>
    </details>
  )
}

interface EarlierAttemptProps extends Omit<EarlierAttemptsProps, 'attempts'> {
  attempt: Attempt
}

const EarlierAttempt = ({ attempt, exam, now }: EarlierAttemptProps) => {
  const { t, i18n } = useTranslation('exam')
  const view = toAttemptView(attempt, now)
  const { headline, tone } = useAttemptLabels(view, exam)
  const Icon = toneIcon[tone]
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{t('attempt', { id: attempt.id })}</span>
        <Badge tone={tone} icon={<Icon />}>
          {headline}
        </Badge>
        <span className="text-muted tabular-nums">{formatCreatedAt(attempt, i18n.language)}</span>
        {view.score !== null && (
          <span className="tabular-nums">
            {t('facts.score')}: {formatNumber(view.score, i18n.language)}
          </span>
        )}
      </p>
      {view.reason !== null && <Reason text={view.reason} />}
    </li>
  )
}

/** Server text: rendered as plain text. */
export const Reason = ({ text }: { text: string }) => {
  const { t } = useTranslation('exam')
  return (
    <p className="max-w-prose whitespace-pre-line wrap-anywhere">
      {t('reason')} <bdi>{text}</bdi>
    </p>
  )
}
