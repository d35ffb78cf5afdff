import { useTranslation } from 'react-i18next'
import type { Attempt } from '../../api/schema.gen'
import { formatDateTime, formatDeadline, formatNumber } from '../../lib/format'
import { EXAM_STEPS } from '../../queries/attempt-rules'
import type { AttemptView } from '../../queries/exam-view'
import type { Group } from '../../queries/responses'
import { formatHours, formatPrice } from './attempt-labels'

interface AttemptFactsProps {
  attempt: Attempt
  view: AttemptView
  exam: Group['exam']
}

/** A malformed date counts as missing (E11). */
export const formatCreatedAt = ({ created_at }: Attempt, language: string): string =>
  formatDateTime(typeof created_at === 'string' ? created_at : null, language)

/** Missing values show a dash. Deadlines include the time zone. */
export const AttemptFacts = ({ attempt, view, exam }: AttemptFactsProps) => {
  const { t, i18n } = useTranslation('exam')
  const { rule, total, price, startedAt, endsAt, score } = view
  const { language } = i18n
  const hasBegun = rule.step !== null && EXAM_STEPS.indexOf(rule.step) >= EXAM_STEPS.indexOf('exam')
  const isPassed = rule.step === 'review' && rule.stepState === 'done'
  const facts: [label: string, value: string][] = [
    [t('facts.hours'), formatHours(total, t, language)],
    [t('facts.price'), formatPrice(price, exam, t, language)],
    [t('facts.created'), formatCreatedAt(attempt, language)],
  ]
  if (hasBegun || startedAt !== null) facts.push([t('facts.started'), formatDeadline(startedAt, language)])
  if (hasBegun || endsAt !== null) facts.push([t('facts.ends'), formatDeadline(endsAt, language)])
  if (isPassed || score !== null) facts.push([t('facts.score'), formatNumber(score ?? Number.NaN, language)])
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm xs:grid-cols-2 lg:grid-cols-3">
      {facts.map(([label, value]) => (
        <div key={label} className="flex min-w-0 flex-col">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
