import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleHelp, Clock, Eye, EyeOff, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiHealth } from '../../api/api-health'
import { groupQuery } from '../../api/queries/groups'
import { announce } from '../../lib/announce'
import { formatMinutes, formatSecond } from '../../lib/format'
import { useRootDataAttribute, useTimeout } from '../../lib/hooks'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { softTone, type Tone } from '../../ui/tone'
import { offlineBanner } from '../shell/public'
import { type ExamNotice, examStore } from './exam-state'
import {
  clockVisibility,
  formatBarTime,
  type RunningExam,
  useExamState,
  useIsClockShown,
  useNoticeMessage,
  useRunningExam,
} from './running-exam'

/** Countdown of the running exam below the page header, with its notices. */
export const ExamBar = () => {
  const exam = useRunningExam()
  const { isUnreachable, notice } = useExamState()
  return (
    <>
      {exam && <Bar exam={exam} isUnreachable={isUnreachable} />}
      {exam && isUnreachable && <ConnectionBanner groupId={exam.groupId} />}
      {notice && <NoticeBanner notice={notice} />}
    </>
  )
}

const Bar = ({ exam, isUnreachable }: { exam: RunningExam; isUnreachable: boolean }) => {
  const { t } = useTranslation('examBar')
  const { groupId, name, view } = exam
  const isShown = useIsClockShown()
  const { answer, askTimeLeft } = useTimeLeftAnswer(view.left)
  // This bar shows more details than the offline banner.
  useEffect(() => offlineBanner.suppress(), [])
  const status = useStatusMessage(exam, isUnreachable)
  const message = answer ?? status
  const { tone, Icon } = getBarStyle(exam, isUnreachable)
  useRootDataAttribute('withExamBar')
  return (
    <section
      aria-label={t('region')}
      data-exam-bar
      data-no-print
      className={cx('z-10 border-b border-line', softTone[tone])}
    >
      <div className="mx-auto flex min-h-control max-w-page items-center gap-2 px-4 text-sm xl:px-6">
        <Icon className="size-4 shrink-0" />
        <Link
          to="/group/$groupId"
          params={{ groupId }}
          search={{ tab: 'exam' }}
          className="flex min-h-6 min-w-0 items-center rounded-control font-medium leading-tight text-inherit pointer-coarse:min-h-control"
        >
          <bdi
            className={cx('truncate underline decoration-1 underline-offset-4', message && 'max-sm:sr-only')}
          >
            {name}
          </bdi>
          {message && <span className="text-xs sm:hidden">{message}</span>}
        </Link>
        {message && <p className="shrink-0 text-xs max-sm:hidden">{message}</p>}
        <div className="ml-auto flex shrink-0 items-center gap-1">
          {isShown ? (
            <span
              role="timer"
              aria-live="off"
              aria-label={t('timer')}
              className="font-mono text-base font-semibold tabular-nums"
            >
              {formatBarTime(view.left)}
            </span>
          ) : (
            <p className="text-xs font-medium">{t('running')}</p>
          )}
          <Button
            size="sm"
            variant="quiet"
            icon={<CircleHelp />}
            onClick={askTimeLeft}
            className="max-lg:min-w-8 max-lg:px-0 pointer-coarse:min-w-control"
          >
            <span className="max-lg:sr-only">{t('ask')}</span>
          </Button>
          <IconButton
            label={t(isShown ? 'hide' : 'show')}
            icon={isShown ? <EyeOff /> : <Eye />}
            size="sm"
            onClick={() => clockVisibility.set(!isShown)}
          />
        </div>
      </div>
    </section>
  )
}

const getBarStyle = ({ view }: RunningExam, isUnreachable: boolean): { tone: Tone; Icon: LucideIcon } => {
  const isNormal = view.clockTone === 'normal' && !isUnreachable
  if (isNormal) return { tone: 'accent', Icon: Clock }
  return {
    tone: view.clockTone === 'danger' || view.left === 0 ? 'danger' : 'warning',
    Icon: TriangleAlert,
  }
}

/** Text beside the countdown: waiting for the server, last contact, or little time left. */
const useStatusMessage = ({ view }: RunningExam, isUnreachable: boolean): string | null => {
  const { t, i18n } = useTranslation('examBar')
  // Server time, read on each render.
  const lastContact = apiHealth.lastResponseAt()
  if (isUnreachable && lastContact !== null)
    return t('cut.last', { time: formatSecond(lastContact, i18n.language) })
  if (view.left === null) return t('said.unknown')
  if (view.left === 0) return t('zero')
  if (view.clockTone === 'danger') return t('tone.danger')
  return view.clockTone === 'warning' ? t('tone.warning') : null
}

const ANSWER_SHOWN_MS = 10_000

/** Announces and shows the time left on request. */
const useTimeLeftAnswer = (left: number | null) => {
  const { t, i18n } = useTranslation('examBar')
  const [answer, setAnswer] = useState<string | null>(null)
  useTimeout(answer === null ? null : ANSWER_SHOWN_MS, () => setAnswer(null), answer)
  const askTimeLeft = () => {
    const text =
      left === null
        ? t('said.unknown')
        : left === 0
          ? t('zero')
          : t('said.left', { time: formatMinutes(left, i18n.language) })
    announce(text)
    setAnswer(text)
  }
  return { answer, askTimeLeft }
}

/** Shown when the platform is unreachable during an exam. Announced by `ExamPoller`. */
const ConnectionBanner = ({ groupId }: { groupId: number }) => {
  const { t } = useTranslation('examBar')
  const queryClient = useQueryClient()
  const query = groupQuery(groupId)
  const isChecking = useIsFetching({ queryKey: query.queryKey }) > 0
  const check = () => {
    // The bar shows the result.
    queryClient.query({ ...query, staleTime: 0, retry: false }).catch(() => {})
  }
  return (
    <section aria-label={t('cut.region')}>
      <Banner
        tone="danger"
        isBleed
        icon={<WifiOff />}
        title={t('cut.title')}
        action={
          <Button size="sm" isPending={isChecking} onClick={check}>
            {t('cut.check')}
          </Button>
        }
      >
        {t('cut.text')}
      </Banner>
    </section>
  )
}

const noticeTones = { over: 'warning', moved: 'info', refused: 'warning' } as const

/** Exam notices until dismissed. Announced by `ExamPoller`. */
const NoticeBanner = ({ notice }: { notice: ExamNotice }) => {
  const { t } = useTranslation('examBar')
  const message = useNoticeMessage(notice)
  return (
    <section aria-label={t('notice.region')}>
      <Banner
        tone={noticeTones[notice.kind]}
        isBleed
        title={message?.title}
        onDismiss={examStore.dismiss}
        dismissLabel={t('notice.dismiss')}
        action={
          <Link
            to="/group/$groupId"
            params={{ groupId: notice.groupId }}
            search={{ tab: 'exam' }}
            className={buttonClass({ size: 'sm' })}
          >
            {t('notice.go')}
          </Link>
        }
      >
        {message?.text}
      </Banner>
    </section>
  )
}
