import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Link, useMatch } from '@tanstack/react-router'
import { Clock, Eye, EyeOff, type LucideIcon, TriangleAlert, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { groupQuery } from '../../api/queries/groups'
import { useRootDataAttribute } from '../../lib/hooks'
import { useStore } from '../../lib/store'
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
  pageClock,
  type RunningExam,
  useClockMessage,
  useExamState,
  useIsClockShown,
  useNoticeMessage,
  useRunningExam,
} from './running-exam'

/** Countdown of the running exam below the page header, with its notices. */
export const ExamBar = () => {
  const exam = useRunningExam()
  const { isUnreachable, notice } = useExamState()
  const isOnPage = useIsClockOnPage(exam?.groupId)
  const isRunning = exam !== null
  // The banner below tells more than the offline banner.
  useEffect(() => (isRunning ? offlineBanner.suppress() : undefined), [isRunning])
  return (
    <>
      {exam && !isOnPage && <Bar exam={exam} isUnreachable={isUnreachable} />}
      {exam && isUnreachable && <ConnectionBanner groupId={exam.groupId} />}
      {notice && <NoticeBanner notice={notice} />}
    </>
  )
}

/** Whether the page is the exam's own, which has a clock: there is one clock on the screen. */
const useIsClockOnPage = (groupId: number | undefined): boolean => {
  const shown = useStore(pageClock)
  const opened = useMatch({
    from: '/_protected/group/$groupId/',
    shouldThrow: false,
    select: ({ params, search }) => (search.tab === 'exam' ? params.groupId : null),
  })
  return groupId !== undefined && (shown === groupId || opened === groupId)
}

const Bar = ({ exam, isUnreachable }: { exam: RunningExam; isUnreachable: boolean }) => {
  const { t } = useTranslation('examBar')
  const { groupId, name, view } = exam
  const isShown = useIsClockShown()
  const message = useClockMessage(view)
  const { tone, Icon } = getBarStyle(exam, isUnreachable)
  useRootDataAttribute('withExamBar')
  return (
    <section
      aria-label={t('region')}
      data-exam-bar
      data-no-print
      className={cx('z-10 border-b border-line', softTone[tone])}
    >
      <div className="mx-auto flex min-h-control max-w-[calc(var(--container-page)+2*var(--dock-side,0px))] items-center gap-2 px-4 text-sm xl:px-6">
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
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {isShown ? (
            <>
              <span aria-hidden className="max-sm:hidden">
                {t('left')}
              </span>
              <span
                role="timer"
                aria-live="off"
                aria-label={t('timer')}
                className="font-mono text-base font-semibold tabular-nums"
              >
                {formatBarTime(view.left)}
              </span>
            </>
          ) : (
            <p className="text-xs font-medium">{t('running')}</p>
          )}
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
  const isHere = useIsClockOnPage(notice.groupId)
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
          !isHere && (
            <Link
              to="/group/$groupId"
              params={{ groupId: notice.groupId }}
              search={{ tab: 'exam' }}
              className={buttonClass({ size: 'sm' })}
            >
              {t('notice.go')}
            </Link>
          )
        }
      >
        {message?.text}
      </Banner>
    </section>
  )
}
