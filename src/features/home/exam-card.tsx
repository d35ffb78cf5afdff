import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, GraduationCap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDeadline, formatDuration } from '../../lib/format'
import { useServerSecond } from '../../lib/lab-seconds'
import { serverClock } from '../../lib/server-clock'
import type { GroupSummary } from '../../queries/answers'
import type { AttemptView } from '../../queries/exam-view'
import { groupQuery } from '../../queries/groups'
import { buttonClass } from '../../ui/button-class'
import { Card } from '../../ui/card'
import { cx } from '../../ui/cx'
import { textTone } from '../../ui/tone'
import { chooseExam, type ExamWant, examGroups, type WantedExam } from './choose-exam'

/**
 * The exam that wants something now (ux §6, home), if one does, and whether that is still to be told. Whoever has no exam asks
 * for nothing, and a failure shows nothing.
 */
export const useWantedExam = (
  groups: readonly GroupSummary[],
): { exam: WantedExam | null; isUnsure: boolean } => {
  const exams = examGroups(groups, serverClock.now())
  const read = useQueries({ queries: exams.map(({ id }) => groupQuery(id)) })
  const found = exams.map((summary, at) => ({ summary, group: read[at]?.data }))
  const isRunning = chooseExam(found, serverClock.now())?.want === 'running'
  const exam = chooseExam(found, useServerSecond(isRunning))
  return { exam, isUnsure: exam === null && read.some(({ isPending }) => isPending) }
}

export const ExamCard = ({ group, view, want }: WantedExam) => {
  const { t } = useTranslation('groups')
  const facts = useFacts(view, want)
  return (
    <Card
      as="section"
      padding="lg"
      aria-labelledby="exam-now"
      className="flex flex-wrap items-end justify-between gap-6"
    >
      <div className="flex min-w-0 flex-1 basis-[20rem] flex-col gap-2">
        <p className={cx('flex items-center gap-1.5 text-sm font-medium', textTone[view.rule.tone])}>
          <GraduationCap className="size-4 shrink-0" aria-hidden />
          {t('badge.exam')}
        </p>
        <h2 id="exam-now" className="text-xl">
          {t(`examNow.${want}`)}
        </h2>
        <p className="text-sm text-muted">
          <bdi>{group.name}</bdi>
        </p>
        {facts && <p className="tabular-nums">{facts}</p>}
      </div>
      <Link
        to="/group/$groupId"
        params={{ groupId: group.id }}
        search={{ tab: 'exam' }}
        className={buttonClass({ variant: 'primary', size: 'lg' })}
      >
        {t('examNow.open')}
        <ArrowRight className="size-5" aria-hidden />
      </Link>
    </Card>
  )
}

/** The time left or the deadline, in words; null where the server named none. */
const useFacts = (view: AttemptView, want: ExamWant): string | null => {
  const { t, i18n } = useTranslation('groups')
  const { language } = i18n
  const { left, total, endsAt, reportDeadline } = view
  if (want === 'running') {
    if (left === null) return null
    // Only the server ends an exam: until it has said so, zero is a question.
    if (left === 0) return t('examNow.zero')
    // Whole minutes, rounded up as every clock of the exam does.
    const time = formatDuration(Math.ceil(left / 60) * 60, language)
    return t('examNow.left', { time, end: formatDeadline(endsAt, language) })
  }
  if (want === 'start') {
    if (total === null) return null
    // A day of work is told as 24 hours, as everywhere about an exam.
    return total % 3600 === 0
      ? t('examNow.hours', { count: total / 3600 })
      : t('examNow.span', { time: formatDuration(total, language) })
  }
  if (reportDeadline === null) return null
  const time = formatDeadline(reportDeadline, language)
  if (want === 'overdue') return t('examNow.wasDue', { time })
  return want === 'report' || want === 'timeOver' ? t('examNow.due', { time }) : null
}
