import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { difficultyLabel } from '../../i18n/task-labels'
import { focusOnMount } from '../../lib/focus'
import { formatDate, formatNumber } from '../../lib/format'
import { Button } from '../../ui/button'
import { Difficulty } from '../../ui/difficulty'
import { type EvidenceView, parseEvidence } from './profile-model'

interface EvidenceListProps {
  /** Unparsed. */
  tasks: readonly unknown[]
  hasLinks: boolean
}

const INITIAL_ROWS = 50

/** Solved tasks of a competency, newest first. */
export const EvidenceList = ({ tasks, hasLinks }: EvidenceListProps) => {
  const { t, i18n } = useTranslation('competencies')
  const [isExpanded, setExpanded] = useState(false)
  const shown = tasks.slice(0, isExpanded ? undefined : INITIAL_ROWS).map(parseEvidence)
  return (
    <>
      <ul className="long-list divide-y divide-line border-y border-line">
        {shown.map((task, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: ids may be absent, and the list never moves.
            key={at}
            // The first new row takes the focus, because the pressed button is gone.
            ref={at === INITIAL_ROWS ? focusOnMount : null}
            tabIndex={at === INITIAL_ROWS ? -1 : undefined}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <EvidenceTitle task={task} hasLinks={hasLinks} />
            <EvidenceFacts task={task} />
          </li>
        ))}
      </ul>
      {shown.length < tasks.length && (
        <Button size="sm" className="mt-2" data-no-print onClick={() => setExpanded(true)}>
          {t('evidence.more', { total: formatNumber(tasks.length, i18n.language) })}
        </Button>
      )}
    </>
  )
}

const EvidenceTitle = ({ task: { title, link }, hasLinks }: { task: EvidenceView; hasLinks: boolean }) => {
  const { t } = useTranslation('competencies')
  const label = <bdi className="[overflow-wrap:anywhere]">{title ?? t('evidence.untitled')}</bdi>
  if (!link || !hasLinks) return <span className="min-w-0">{label}</span>
  return (
    <Link to="/group/$groupId/task/$taskId" params={link} className="min-h-6 min-w-0 pointer-coarse:py-2">
      {label}
    </Link>
  )
}

const EvidenceFacts = ({ task: { difficulty, points, solvedAt } }: { task: EvidenceView }) => {
  const { t, i18n } = useTranslation('common')
  const level = difficultyLabel(difficulty)
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted @xl:grid @xl:grid-cols-[5.5rem_5.5rem_9.5rem] @xl:*:text-end">
      {level && <Difficulty {...level} className="@xl:col-start-1" />}
      {points !== null && <span className="@xl:col-start-2">{t('count.points', { count: points })}</span>}
      {solvedAt !== null && (
        <time dateTime={new Date(solvedAt).toISOString()} className="@xl:col-start-3">
          {formatDate(solvedAt, i18n.language)}
        </time>
      )}
    </span>
  )
}
