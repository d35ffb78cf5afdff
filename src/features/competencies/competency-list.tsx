import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../i18n/lazy-component'
import { formatNumber } from '../../lib/format'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { ErrorBoundary } from '../../ui/error-boundary'
import { Meter } from '../../ui/meter'
import { SectionTitle } from '../../ui/page-title'
import { RadarMark } from '../../ui/radar'
import { SectionError } from '../../ui/section-error'
import { Spinner } from '../../ui/spinner'
import { formatAmount, formatShare } from './format'
import type { CompetencyView } from './profile-view-model'

interface CompetencyListProps {
  competencies: readonly CompetencyView[]
  /** Whether evidence links to the tasks. */
  hasLinks: boolean
}

/** Rarely opened, so its code and translations are lazy. */
const EvidenceList = lazyComponent(() => import('./evidence-list').then(part => part.EvidenceList), 'task')

/** The same data as the chart, strongest first. */
export const CompetencyList = ({ competencies, hasLinks }: CompetencyListProps) => {
  const { t } = useTranslation('competencies')
  return (
    <section aria-labelledby="by-competency" className="flex flex-col gap-3">
      <SectionTitle id="by-competency">{t('list.title')}</SectionTitle>
      {competencies.length === 0 ? (
        <p className="text-muted">{t('list.none')}</p>
      ) : (
        <>
          <p className="text-sm text-muted">{t('list.lead')}</p>
          <ol className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 @3xl:grid-cols-[repeat(2,minmax(0,1fr))]">
            {competencies.map(competency => (
              <Competency key={competency.number} competency={competency} hasLinks={hasLinks} />
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

const Competency = ({ competency, hasLinks }: { competency: CompetencyView; hasLinks: boolean }) => {
  const { t } = useTranslation('competencies')
  const { number, name, points, tasks, share, evidence } = competency
  const figures = [
    t('list.points', { amount: formatAmount(points) }),
    t('list.tasks', { amount: formatAmount(tasks) }),
  ]
  const shownName = name ?? t('list.unnamed')
  return (
    <Card as="li" className="flex gap-3">
      <RadarMark>{String(number)}</RadarMark>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="flex items-baseline justify-between gap-3">
          <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{shownName}</bdi>
          {share !== null && <span className="shrink-0 text-sm tabular-nums">{formatShare(share)}</span>}
        </p>
        {share !== null && (
          // Same value as the text.
          <div aria-hidden>
            <Meter label={shownName} value={share} max={1} isLabelHidden />
          </div>
        )}
        <p className="flex flex-wrap gap-x-4 text-sm tabular-nums text-muted">
          {figures.map(figure => (
            <span key={figure}>{figure}</span>
          ))}
        </p>
        {evidence.length > 0 && <Evidence competencyName={shownName} tasks={evidence} hasLinks={hasLinks} />}
      </div>
    </Card>
  )
}

interface EvidenceProps {
  competencyName: string
  tasks: readonly unknown[]
  hasLinks: boolean
}

/** Renders nothing until opened: there may be 100,000 tasks (M01). */
const Evidence = ({ competencyName, tasks, hasLinks }: EvidenceProps) => {
  const { t, i18n } = useTranslation(['competencies', 'common', 'errors'])
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="w-fit py-1 pointer-coarse:py-3">
        {t('evidence.title', { total: formatNumber(tasks.length, i18n.language) })}
        <span className="sr-only">
          {' '}
          (<bdi>{competencyName}</bdi>)
        </span>
      </summary>
      {isOpen && (
        <ErrorBoundary
          fallback={retry => (
            <SectionError
              title={t('crash', { ns: 'errors' })}
              action={
                <Button size="sm" onClick={retry}>
                  {t('retry', { ns: 'common' })}
                </Button>
              }
            />
          )}
        >
          <EvidenceList tasks={tasks} hasLinks={hasLinks} pending={<Spinner />} />
        </ErrorBoundary>
      )}
    </details>
  )
}
