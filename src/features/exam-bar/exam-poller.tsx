import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { formatDuration } from '../../lib/format'
import { isVisible } from '../../lib/is-visible'
import { titlePrefix } from '../../lib/title-prefix'
import { useExamPoller } from '../../queries/use-exam-poller'
import { useIsClockShown } from './clock-visibility'
import { formatTitleTime, roundForSpeech } from './exam-time'
import { type AnnouncedThreshold, getNextAnnouncement } from './time-thresholds'
import { useNoticeMessage } from './use-notice-message'
import { type RunningExam, useExamState, useRunningExam } from './use-running-exam'

/** Mounted once per session: polls the running exam and announces changes. */
export const ExamPoller = () => {
  useExamPoller()
  const exam = useRunningExam()
  useAnnounceTimeLeft(exam)
  useAnnounceNotices()
  useAnnounceConnection()
  return exam && <TitlePrefix exam={exam} />
}

/** Announces the time left at a few thresholds, in the visible tab only. */
const useAnnounceTimeLeft = (exam: RunningExam | null) => {
  const { t, i18n } = useTranslation('examBar')
  const announced = useRef<AnnouncedThreshold | null>(null)
  const { id, endsAt, left = null, total = null } = exam?.view ?? {}
  const end = id === undefined ? null : `${id} ${endsAt}`
  useEffect(() => {
    if (end === null || (announced.current?.end === end && !isVisible())) return
    const next = getNextAnnouncement(announced.current, { end, left, total })
    announced.current = next.announced
    if (!next.isDue || left === null) return
    const time = formatDuration(roundForSpeech(left), i18n.language)
    announce(t(next.isHalf ? 'said.half' : 'said.left', { time }))
  }, [end, left, total, t, i18n])
}

const useAnnounceNotices = () => {
  const { notice } = useExamState()
  const text = useNoticeMessage(notice)?.title
  const announced = useRef(notice)
  useEffect(() => {
    if (announced.current === notice) return
    announced.current = notice
    if (text && isVisible()) announce(text)
  }, [notice, text])
}

/** A hidden tab announces the current state when it becomes visible. */
const useAnnounceConnection = () => {
  const { t } = useTranslation('examBar')
  const { groupId, isUnreachable } = useExamState()
  const wasUnreachable = useRef(false)
  useEffect(() => {
    const announceChange = () => {
      if (wasUnreachable.current === isUnreachable || !isVisible()) return
      wasUnreachable.current = isUnreachable
      if (isUnreachable) announce(t('cut.title'), 'assertive')
      // After the end of the exam its own notice is announced instead.
      else if (groupId !== null) announce(t('cut.over'))
    }
    announceChange()
    document.addEventListener('visibilitychange', announceChange)
    return () => document.removeEventListener('visibilitychange', announceChange)
  }, [isUnreachable, groupId, t])
}

/** Updates once a minute, so that background tabs show it too. */
const TitlePrefix = ({ exam: { view } }: { exam: RunningExam }) => {
  const { t } = useTranslation('examBar')
  const isShown = useIsClockShown()
  const prefix = [isShown ? formatTitleTime(view.left, t) : null, t('title')].filter(Boolean).join(' · ')
  useEffect(() => {
    titlePrefix.set('exam', prefix)
    return () => titlePrefix.set('exam', '')
  }, [prefix])
  return null
}
