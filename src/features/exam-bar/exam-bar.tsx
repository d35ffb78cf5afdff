import { Link } from '@tanstack/react-router'
import { CircleHelp, Clock, Eye, EyeOff, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { clock } from '../../lib/clock'
import { connectionTeller } from '../../lib/connection-teller'
import { formatDuration } from '../../lib/format'
import { useRootMark } from '../../lib/use-root-mark'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { softTone, type Tone } from '../../ui/tone'
import { clockChoice } from './clock-choice'
import { ConnectionBanner } from './connection-banner'
import { barTime, saidSeconds } from './exam-time'
import { NoticeBanner } from './notice-banner'
import { useLastContact } from './use-last-contact'
import { type RunningExam, useExamState, useRunningExam } from './use-running-exam'

/** The clock of the running exam with its news, under the header of every page (ux §4). */
export const ExamBar = () => {
  const exam = useRunningExam()
  const { isCut, notice } = useExamState()
  return (
    <>
      {exam && <Bar exam={exam} isCut={isCut} />}
      {exam && isCut && <ConnectionBanner groupId={exam.groupId} />}
      {notice && <NoticeBanner notice={notice} />}
    </>
  )
}

interface BarProps {
  exam: RunningExam
  isCut: boolean
}

const Bar = ({ exam, isCut }: BarProps) => {
  const { t } = useTranslation('examBar')
  const { groupId, name, view } = exam
  const isShown = useSyncExternalStore(clockChoice.subscribe, clockChoice.isShown, clockChoice.isShown)
  const { answer, ask } = useAnswer(view.left)
  // This bar tells more about the connection than the frame's own banner does.
  useEffect(() => connectionTeller.take(), [])
  const known = useWords(exam, isCut)
  const words = answer ?? known
  const { tone, Icon } = lookOf(exam, isCut)
  useRootMark('withExamBar')
  return (
    <section
      aria-label={t('region')}
      data-exam-bar
      data-no-print
      className={cx('z-10 border-b border-line', softTone[tone])}
    >
      <div className="mx-auto flex min-h-control max-w-page items-center gap-2 px-4 text-sm xl:px-6">
        <Icon aria-hidden className="size-4 shrink-0" />
        <Link
          to="/group/$groupId"
          params={{ groupId }}
          search={{ tab: 'exam' }}
          className="flex min-h-6 min-w-0 items-center rounded-control font-medium leading-tight text-inherit pointer-coarse:min-h-control"
        >
          <bdi
            className={cx('truncate underline decoration-1 underline-offset-4', words && 'max-sm:sr-only')}
          >
            {name ?? t('running')}
          </bdi>
          {words && <span className="text-xs sm:hidden">{words}</span>}
        </Link>
        {words && <p className="shrink-0 text-xs max-sm:hidden">{words}</p>}
        <div className="ml-auto flex shrink-0 items-center gap-1">
          {isShown ? (
            <span
              role="timer"
              aria-live="off"
              aria-label={t('timer')}
              className="font-mono text-base font-semibold tabular-nums"
            >
              {barTime(view.left)}
            </span>
          ) : (
            <p className="text-xs font-medium">{t('running')}</p>
          )}
          <Button
            size="sm"
            variant="quiet"
            icon={<CircleHelp className="size-4" aria-hidden />}
            onClick={ask}
            className="max-lg:min-w-8 max-lg:px-0 pointer-coarse:min-w-control"
          >
            <span className="max-lg:sr-only">{t('ask')}</span>
          </Button>
          <IconButton
            label={t(isShown ? 'hide' : 'show')}
            icon={
              isShown ? <EyeOff className="size-4" aria-hidden /> : <Eye className="size-4" aria-hidden />
            }
            size="sm"
            onClick={() => clockChoice.set(!isShown)}
          />
        </div>
      </div>
    </section>
  )
}

const lookOf = ({ view }: RunningExam, isCut: boolean): { tone: Tone; Icon: LucideIcon } => {
  const isCalm = view.clockTone === 'normal' && !isCut
  if (isCalm) return { tone: 'accent', Icon: Clock }
  return { tone: view.clockTone === 'danger' || view.left === 0 ? 'danger' : 'warning', Icon: TriangleAlert }
}

/** What has to be said beside the digits: that the server has the word, the last contact, or how little is left. */
const useWords = ({ view }: RunningExam, isCut: boolean): string | null => {
  const { t } = useTranslation('examBar')
  const lastContact = useLastContact()
  if (isCut && lastContact) return t('cut.last', { time: lastContact })
  if (view.left === null) return t('said.unknown')
  if (view.left === 0) return t('zero')
  if (view.clockTone === 'danger') return t('tone.danger')
  return view.clockTone === 'warning' ? t('tone.warning') : null
}

/** How long an answer to the question stands, in milliseconds. */
const answerStands = 10_000

/** Tells the time left when asked: aloud, and in words beside the clock. */
const useAnswer = (left: number | null) => {
  const { t, i18n } = useTranslation('examBar')
  const [answer, setAnswer] = useState<string | null>(null)
  useEffect(() => (answer === null ? undefined : clock.after(answerStands, () => setAnswer(null))), [answer])
  const ask = () => {
    const text =
      left === null
        ? t('said.unknown')
        : left === 0
          ? t('zero')
          : t('said.left', { time: formatDuration(saidSeconds(left), i18n.language) })
    announce(text)
    setAnswer(text)
  }
  return { answer, ask }
}
