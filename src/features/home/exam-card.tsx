import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, GraduationCap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AttemptView } from '../../api/attempts'
import { groupQuery } from '../../api/queries/groups'
import type { GroupSummary } from '../../api/responses'
import { formatDeadline, formatDuration, formatMinutes } from '../../lib/format'
import { useServerSecond } from '../../lib/hooks'
import { serverClock } from '../../lib/server-clock'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { textTone } from '../../ui/tone'
import { chooseExam, type ExamAction, examGroups, type ReadExam, type UrgentExam } from './model'

/** The exams that run now, and the one that needs an action, if any. Errors show nothing. */
export const useUrgentExam = (
  groups: readonly GroupSummary[],
): { exam: UrgentExam | null; exams: readonly ReadExam[]; isLoading: boolean } => {
  const exams = examGroups(groups, serverClock.now())
  const results = useQueries({ queries: exams.map(({ id }) => groupQuery(id)) })
  const groupsRead = exams.map((summary, at) => ({ summary, group: results[at]?.data }))
  const isRunning = chooseExam(groupsRead, serverClock.now())?.action === 'running'
  const exam = chooseExam(groupsRead, useServerSecond(isRunning))
  return { exam, exams: groupsRead, isLoading: exam === null && results.some(({ isPending }) => isPending) }
}

export const ExamCard = ({ group, view, action }: UrgentExam) => {
  const { t } = useTranslation('groups')
  const timeText = useTimeText(view, action)
  return (
    <Card
      as="section"
      padding="lg"
      aria-labelledby="exam-now"
      className="flex flex-wrap items-end justify-between gap-6"
    >
      <div className="flex min-w-0 flex-1 basis-[20rem] flex-col gap-2">
        <p className={cx('flex items-center gap-1.5 text-sm font-medium', textTone[view.rule.tone])}>
          <GraduationCap className="size-4 shrink-0" />
          <span>{t('badge.exam')}</span>
        </p>
        <h2 id="exam-now" className="text-xl">
          {t(`examNow.${action}`)}
        </h2>
        <p className="text-sm text-muted">
          <bdi>{group.name}</bdi>
        </p>
        {timeText && <p>{timeText}</p>}
      </div>
      <Link
        to="/group/$groupId"
        params={{ groupId: group.id }}
        search={{ tab: 'exam' }}
        className={buttonClass({ variant: 'primary', size: 'lg' })}
      >
        <span>{t('examNow.open')}</span>
        <ArrowRight className="size-5" />
      </Link>
    </Card>
  )
}

/** The time left or the deadline; null if unknown. */
const useTimeText = (view: AttemptView, action: ExamAction): string | null => {
  const { t, i18n } = useTranslation('groups')
  const { language } = i18n
  const { left, total, endsAt, reportDeadline } = view
  if (action === 'running') {
    if (left === null) return null
    // Only the server ends an exam: at zero that is not known yet.
    if (left === 0) return t('examNow.zero')
    return t('examNow.left', { time: formatMinutes(left, language), end: formatDeadline(endsAt, language) })
  }
  if (action === 'start') {
    if (total === null) return null
    // 24 hours, not a day, like everywhere about exams.
    return total % 3600 === 0
      ? t('examNow.hours', { count: total / 3600 })
      : t('examNow.span', { time: formatDuration(total, language) })
  }
  if (reportDeadline === null) return null
  const time = formatDeadline(reportDeadline, language)
  if (action === 'overdue') return t('examNow.wasDue', { time })
  return action === 'report' || action === 'timeOver' ? t('examNow.due', { time }) : null
}
