import { Link } from '@tanstack/react-router'
import { ArrowRight, FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDeadline, formatDuration, formatTime } from '../../lib/format'
import type { AttemptView } from '../../queries/exam-view'
import { type LabEnd, useLabEnd } from '../../queries/lab-end'
import type { Group } from '../../queries/responses'
import { getGroupProgress, getNextTask, type StatusMap } from '../../queries/task-progress'
import { Banner } from '../../ui/banner'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { SectionTitle } from '../../ui/page-title'

interface ExamProgressProps {
  group: Group
  statuses: StatusMap
  view: AttemptView
  /** Server time in milliseconds, updated every minute. */
  now: number
}

/** Rounded down to whole minutes, so that no time is promised that isn't there. */
const formatMinutes = (seconds: number, language: string): string =>
  formatDuration(Math.floor(seconds / 60) * 60, language)

/** Remaining tasks and time of a running exam. */
export const ExamProgress = ({ group, statuses, view, now }: ExamProgressProps) => {
  const { t, i18n } = useTranslation('exam')
  const { language } = i18n
  const lab = useLabEnd(group.id, now)
  const { total, requiredLeft } = getGroupProgress(group, statuses)
  const { left, endsAt } = view
  const atZero = t(group.exam?.report_required === false ? 'cockpit.atZero' : 'cockpit.atZeroReport')
  const isLastMinute = left !== null && left < 60
  const pace = left === null || requiredLeft === 0 ? 0 : left / requiredLeft
  return (
    <section aria-labelledby="exam-cockpit" className="flex flex-col gap-4">
      <SectionTitle level={3} id="exam-cockpit">
        {t('cockpit.title')}
      </SectionTitle>
      {left === 0 && (
        <Banner tone="warning" role="status" title={t('cockpit.over')}>
          {t('cockpit.overText')}
        </Banner>
      )}
      {lab && endsAt !== null && lab.endsAt < endsAt && <LabWarning groupId={group.id} lab={lab} now={now} />}
      <dl className="grid gap-x-6 gap-y-3 text-sm xs:grid-cols-2 lg:grid-cols-3">
        {left !== 0 && (
          <Fact label={t('cockpit.left')}>
            {left === null
              ? t('cockpit.unknown')
              : isLastMinute
                ? t('cockpit.soon')
                : formatMinutes(left, language)}
          </Fact>
        )}
        {total > 0 && (
          <Fact label={t('cockpit.required')}>
            {requiredLeft > 0
              ? t('cockpit.requiredLeft', { total: requiredLeft })
              : t('cockpit.requiredDone')}
          </Fact>
        )}
        {pace >= 60 && (
          <Fact label={t('cockpit.pace')}>
            {t('cockpit.perTask', { time: formatMinutes(pace, language) })}
          </Fact>
        )}
      </dl>
      <NextTask group={group} statuses={statuses} />
      <p className="max-w-prose text-sm text-muted">
        {endsAt === null
          ? t('cockpit.endsUnknown')
          : `${t('cockpit.ends', { time: formatDeadline(endsAt, language) })} ${atZero}`}
      </p>
    </section>
  )
}

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div className="flex min-w-0 flex-col">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="font-medium tabular-nums">{children}</dd>
  </div>
)

const NextTask = ({ group, statuses }: Pick<ExamProgressProps, 'group' | 'statuses'>) => {
  const { t } = useTranslation('exam')
  const task = getNextTask(group, statuses)
  if (!task) return null
  return (
    <Link
      to="/group/$groupId/task/$taskId"
      params={{ groupId: group.id, taskId: task.id }}
      className={cx(buttonClass({ size: 'sm' }), 'max-w-full self-start')}
    >
      <span className="min-w-0 wrap-anywhere">
        {t(task.important ? 'cockpit.nextRequired' : 'cockpit.next')} <bdi>{task.title}</bdi>
      </span>
      <ArrowRight className="size-4 shrink-0" aria-hidden />
    </Link>
  )
}

const LabWarning = ({ groupId, lab, now }: { groupId: number; lab: LabEnd; now: number }) => {
  const { t, i18n } = useTranslation('exam')
  const left = Math.max(60, Math.ceil((lab.endsAt - now) / 60_000) * 60)
  return (
    <Banner
      tone="warning"
      role="status"
      icon={<FlaskConical />}
      title={t('cockpit.lab')}
      action={
        <Link
          to="/group/$groupId/task/$taskId"
          params={{ groupId, taskId: lab.taskId }}
          hash="lab"
          className={buttonClass({ size: 'sm' })}
        >
          {t('cockpit.labGo')}
        </Link>
      }
    >
      {lab.title !== null && (
        <>
          <bdi>{lab.title}</bdi>:{' '}
        </>
      )}
      {t('cockpit.labEnds', {
        time: formatTime(lab.endsAt, i18n.language),
        left: formatDuration(left, i18n.language),
      })}
    </Banner>
  )
}
