import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { difficultyText } from '../../i18n/task-text'
import { formatDate, formatNumber } from '../../lib/format'
import { Button } from '../../ui/button'
import { Difficulty } from '../../ui/difficulty'
import { type EvidenceView, readEvidence } from './profile-view-model'

interface EvidenceListProps {
  /** Solved tasks as they came. */
  tasks: readonly unknown[]
  hasLinks: boolean
}

/** So many are drawn at first. */
const shownAtFirst = 50

/** The tasks that stand behind a competency, in the server's order: the newest first. */
export const EvidenceList = ({ tasks, hasLinks }: EvidenceListProps) => {
  const { t, i18n } = useTranslation('competencies')
  const [isWhole, setWhole] = useState(false)
  const firstOfRest = useRef<HTMLLIElement>(null)
  // The button that was pressed is gone: reading goes on where the new rows begin.
  useEffect(() => {
    if (isWhole) firstOfRest.current?.focus()
  }, [isWhole])
  const shown = tasks.slice(0, isWhole ? undefined : shownAtFirst).map(readEvidence)
  return (
    <>
      <ul className="long-list divide-y divide-line border-y border-line">
        {shown.map((task, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: ids may be absent, and the list never moves.
            key={at}
            ref={at === shownAtFirst ? firstOfRest : null}
            tabIndex={at === shownAtFirst ? -1 : undefined}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
          >
            <EvidenceTitle task={task} hasLinks={hasLinks} />
            <EvidenceFacts task={task} />
          </li>
        ))}
      </ul>
      {shown.length < tasks.length && (
        <Button size="sm" className="mt-2" data-no-print onClick={() => setWhole(true)}>
          {t('evidence.more', { total: formatNumber(tasks.length, i18n.language) })}
        </Button>
      )}
    </>
  )
}

const EvidenceTitle = ({ task: { title, link }, hasLinks }: { task: EvidenceView; hasLinks: boolean }) => {
  const { t } = useTranslation('competencies')
  const words = <bdi className="[overflow-wrap:anywhere]">{title ?? t('evidence.untitled')}</bdi>
  if (!link || !hasLinks) return <span className="min-w-0">{words}</span>
  return (
    <Link to="/group/$groupId/task/$taskId" params={link} className="min-h-6 min-w-0 pointer-coarse:py-2">
      {words}
    </Link>
  )
}

const EvidenceFacts = ({ task: { difficulty, points, solvedAt } }: { task: EvidenceView }) => {
  const { t, i18n } = useTranslation('common')
  const level = difficultyText(difficulty)
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 tabular-nums text-muted">
      {level && <Difficulty {...level} />}
      {points !== null && <span>{t('count.points', { count: points })}</span>}
      {solvedAt !== null && (
        <time dateTime={new Date(solvedAt).toISOString()}>{formatDate(solvedAt, i18n.language)}</time>
      )}
    </span>
  )
}
