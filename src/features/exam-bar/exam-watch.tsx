import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { formatDuration } from '../../lib/format'
import { isVisible } from '../../lib/is-visible'
import { titlePrefix } from '../../lib/title-prefix'
import { useExamWatch } from '../../queries/exam-watch-page'
import { clockChoice } from './clock-choice'
import { nextMark, type SaidMark } from './exam-marks'
import { saidSeconds, titleTime } from './exam-time'
import { useNoticeText } from './use-notice-text'
import { type RunningExam, useExamState, useRunningExam } from './use-running-exam'

/** Mounted once for a signed-in person: watches the running exam, and says once what happens to it. */
export const ExamWatch = () => {
  useExamWatch()
  const exam = useRunningExam()
  useSayMarks(exam)
  useSayNotices()
  useSayConnection()
  return exam && <TitlePrefix exam={exam} />
}

/** The time at its few marks, in the tab that is looked at; between them the clock is silent. */
const useSayMarks = (exam: RunningExam | null) => {
  const { t, i18n } = useTranslation('examBar')
  const said = useRef<SaidMark | null>(null)
  const { id, endsAt, left = null, total = null } = exam?.view ?? {}
  const end = id === undefined ? null : `${id} ${endsAt}`
  useEffect(() => {
    if (end === null || (said.current?.end === end && !isVisible())) return
    const next = nextMark(said.current, { end, left, total })
    said.current = next.said
    if (!next.isDue || left === null) return
    const time = formatDuration(saidSeconds(left), i18n.language)
    announce(t(next.isHalf ? 'said.half' : 'said.left', { time }))
  }, [end, left, total, t, i18n])
}

const useSayNotices = () => {
  const { notice } = useExamState()
  const text = useNoticeText(notice)?.title
  const said = useRef(notice)
  useEffect(() => {
    if (said.current === notice) return
    said.current = notice
    if (text && isVisible()) announce(text)
  }, [notice, text])
}

/** In the tab that is looked at; what a hidden one has missed and still stands is said on the return to it. */
const useSayConnection = () => {
  const { t } = useTranslation('examBar')
  const { groupId, isCut } = useExamState()
  const wasCut = useRef(false)
  useEffect(() => {
    const say = () => {
      if (wasCut.current === isCut || !isVisible()) return
      wasCut.current = isCut
      if (isCut) announce(t('cut.title'), 'assertive')
      // Where the exam has ended meanwhile, that is the news.
      else if (groupId !== null) announce(t('cut.over'))
    }
    say()
    document.addEventListener('visibilitychange', say)
    return () => document.removeEventListener('visibilitychange', say)
  }, [isCut, groupId, t])
}

/** Once a minute, so that a tab in the background tells it too. */
const TitlePrefix = ({ exam: { view } }: { exam: RunningExam }) => {
  const { t } = useTranslation('examBar')
  const isShown = useSyncExternalStore(clockChoice.subscribe, clockChoice.isShown, clockChoice.isShown)
  const words = [isShown ? titleTime(view.left, t) : null, t('title')].filter(Boolean).join(' · ')
  useEffect(() => {
    titlePrefix.set('exam', words)
    return () => titlePrefix.set('exam', '')
  }, [words])
  return null
}
