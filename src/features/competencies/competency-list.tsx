import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../i18n/lazy-part'
import { formatNumber } from '../../lib/format'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Meter } from '../../ui/meter'
import { SectionTitle } from '../../ui/page-title'
import { RadarMark } from '../../ui/radar'
import { SectionBoundary } from '../../ui/section-boundary'
import { SectionError } from '../../ui/section-error'
import { Spinner } from '../../ui/spinner'
import { amountText, shareText } from './amount-text'
import type { CompetencyView } from './profile-view-model'

interface CompetencyListProps {
  competencies: readonly CompetencyView[]
  /** Evidence leads to the tasks. */
  hasLinks: boolean
}

/** Few people open the evidence: its code and the words about tasks come then. */
const EvidenceList = lazyPart(() => import('./evidence-list').then(part => part.EvidenceList), 'task')

/** Every competency with its figures, the strongest first; the same data as the chart's. */
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
    t('list.points', { amount: amountText(points) }),
    t('list.tasks', { amount: amountText(tasks) }),
  ]
  const shownName = name ?? t('list.unnamed')
  return (
    <Card as="li" className="flex gap-3">
      <RadarMark>{String(number)}</RadarMark>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="flex items-baseline justify-between gap-3">
          <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{shownName}</bdi>
          {share !== null && <span className="shrink-0 text-sm tabular-nums">{shareText(share)}</span>}
        </p>
        {share !== null && (
          // Read as words below: the bar is for the eye alone.
          <div aria-hidden>
            <Meter label={shownName} value={share} max={1} isLabelHidden />
          </div>
        )}
        <p className="flex flex-wrap gap-x-4 text-sm tabular-nums text-muted">
          {figures.map(figure => (
            <span key={figure}>{figure}</span>
          ))}
        </p>
        {evidence.length > 0 && <Evidence of={shownName} tasks={evidence} hasLinks={hasLinks} />}
      </div>
    </Card>
  )
}

interface EvidenceProps {
  of: string
  tasks: readonly unknown[]
  hasLinks: boolean
}

/** Nothing of it is drawn before it is opened: an answer may hold a hundred thousand tasks (reliability M01). */
const Evidence = ({ of, tasks, hasLinks }: EvidenceProps) => {
  const { t, i18n } = useTranslation(['competencies', 'common', 'errors'])
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="w-fit py-1 pointer-coarse:py-3">
        {t('evidence.title', { total: formatNumber(tasks.length, i18n.language) })}
        <span className="sr-only">
          {' '}
          (<bdi>{of}</bdi>)
        </span>
      </summary>
      {isOpen && (
        <SectionBoundary
          failed={retry => (
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
        </SectionBoundary>
      )}
    </details>
  )
}
