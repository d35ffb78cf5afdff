import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format'
import { serverClock } from '../../lib/server-clock'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'
import { ActivityDays } from './activity-days'
import { ActivityMonths } from './activity-months'
import { type ActivityViewModel, readActivity } from './activity-view-model'
import { dayName } from './day-name'

/** What was solved on which day of the last 52 weeks; absent where the server does not say. */
export const ActivitySection = ({ activity }: { activity: unknown }) => {
  const { t } = useTranslation('competencies')
  const view = useMemo(() => readActivity(activity, serverClock.now()), [activity])
  if (!view) return null
  return (
    <Card as="section" padding="lg" aria-labelledby="activity" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <SectionTitle id="activity">{t('activity.title')}</SectionTitle>
        <p className="text-sm text-muted">{t('activity.lead')}</p>
      </div>
      {view.solved === 0 ? (
        <p className="text-muted">{t('activity.none')}</p>
      ) : (
        <>
          <ActivityFacts view={view} />
          <ActivityDays view={view} />
          <ActivityMonths months={view.months} />
          <p className="text-xs text-muted">{t('activity.calendar')}</p>
        </>
      )}
    </Card>
  )
}

const ActivityFacts = ({ view: { solved, activeDays, longestRun, best } }: { view: ActivityViewModel }) => {
  const { t, i18n } = useTranslation('competencies')
  const number = (value: number) => formatNumber(value, i18n.language)
  const facts = [
    { term: t('activity.total'), value: number(solved) },
    { term: t('activity.activeDays'), value: number(activeDays) },
    ...(longestRun > 1
      ? [{ term: t('activity.run'), value: t('activity.runValue', { count: longestRun }) }]
      : []),
    ...(best && best.solved > 1
      ? [
          {
            term: t('activity.best'),
            value: t('activity.bestValue', {
              solved: number(best.solved),
              date: dayName(best.day, i18n.language),
            }),
          },
        ]
      : []),
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
