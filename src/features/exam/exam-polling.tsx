import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { apiHealth } from '../../api/api-health'
import { groupQuery } from '../../api/queries/groups'
import { useTitlePrefix } from '../../i18n/use-document-title'
import { announce } from '../../lib/announce'
import { formatDuration } from '../../lib/format'
import { useOnChange } from '../../lib/hooks'
import { connection, isVisible } from '../../lib/online'
import { ignoreCancelled, onVisibilityChange } from '../../lib/poll-loop'
import { runWhenIdle } from '../../lib/run-when-idle'
import { serverClock } from '../../lib/server-clock'
import { feedbackDialog } from '../feedback/public'
import { createExamPoller } from './exam-poller'
import { examStore } from './exam-state'
import {
  type RunningExam,
  roundForSpeech,
  useExamState,
  useIsClockShown,
  useNoticeMessage,
  useRunningExam,
} from './running-exam'

/** Mounted once per session: polls the running exam, announces changes, and loads what an outage may require. */
export const ExamPoller = () => {
  useExamPoller()
  const exam = useRunningExam()
  useAnnounceTimeLeft(exam)
  useAnnounceNotices()
  useAnnounceConnection()
  const isRunning = exam !== null
  useEffect(() => (isRunning ? runWhenIdle(feedbackDialog.preload) : undefined), [isRunning])
  return exam && <TitlePrefix exam={exam} />
}

/** Runs the poller in the browser while mounted. */
const useExamPoller = (): void => {
  const queryClient = useQueryClient()
  useEffect(() => {
    const poller = createExamPoller({
      queryClient,
      store: examStore,
      serverClock,
      isVisible,
      request: groupId =>
        queryClient.query({ ...groupQuery(groupId), staleTime: 0, retry: false }).catch(ignoreCancelled),
      subscribeToCalls: apiHealth.subscribe,
    })
    const reportOffline = () => {
      if (!connection.isOnline()) poller.onOffline()
    }
    reportOffline()
    const stops = [
      connection.subscribe(reportOffline),
      connection.onReturn(poller.pollNow),
      onVisibilityChange(poller.onVisibility),
      poller.stop,
    ]
    const life = new AbortController()
    const { signal } = life
    window.addEventListener('focus', poller.pollNow, { signal })
    window.addEventListener('storage', poller.onVisibility, { signal })
    return () => {
      life.abort()
      for (const stop of stops) stop()
    }
  }, [queryClient])
}

/** Also announced at half of the total time. */
const THRESHOLDS_SECONDS = [1800, 600, 300, 60]

/** In seconds left; null before the first threshold or if the time is unknown. */
const getLastThreshold = (left: number | null, total: number | null): number | null => {
  if (left === null) return null
  const thresholds =
    total === null
      ? THRESHOLDS_SECONDS
      : [total / 2, ...THRESHOLDS_SECONDS.filter(threshold => threshold < total)]
  const passed = thresholds.filter(threshold => left <= threshold)
  return passed.length > 0 ? Math.min(...passed) : null
}

interface AnnouncedThreshold {
  /** Attempt id and end time: a moved end has its own thresholds. */
  end: string
  threshold: number | null
}

interface RemainingTime {
  end: string
  left: number | null
  total: number | null
}

/**
 * Whether to announce the time now. Thresholds that had passed when this end was first seen are skipped;
 * after sleep only the latest is announced; at zero nothing, because the server decides.
 */
export const getNextAnnouncement = (
  announced: AnnouncedThreshold | null,
  { end, left, total }: RemainingTime,
) => {
  const threshold = getLastThreshold(left, total)
  const before = announced?.end === end ? (announced.threshold ?? Number.POSITIVE_INFINITY) : null
  const isNew = before !== null && threshold !== null && threshold < before
  // Long after the threshold, as after sleep, it isn't half any more.
  const isHalf = total !== null && threshold === total / 2 && left !== null && threshold - left < 60
  // A corrected clock may go back over a threshold: don't announce it again.
  const lastThreshold = before === null || isNew ? threshold : (announced?.threshold ?? null)
  return { announced: { end, threshold: lastThreshold }, isDue: isNew && left !== 0, isHalf }
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
  useOnChange(notice, () => {
    if (text && isVisible()) announce(text)
  })
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
    return onVisibilityChange(announceChange)
  }, [isUnreachable, groupId, t])
}

/** Rounded up to minutes, so that the title changes once a minute. */
export const formatTitleTime = (left: number | null, t: TFunction<'examBar'>): string | null => {
  if (left === null) return null
  const total = Math.ceil(left / 60)
  const [hours, minutes] = [Math.floor(total / 60), total % 60]
  return hours > 0 ? t('title.hours', { hours, minutes }) : t('title.minutes', { minutes })
}

/** Updates once a minute, so that background tabs show it too. */
const TitlePrefix = ({ exam: { view } }: { exam: RunningExam }) => {
  const { t } = useTranslation('examBar')
  const isShown = useIsClockShown()
  const prefix = [isShown ? formatTitleTime(view.left, t) : null, t('title')].filter(Boolean).join(' · ')
  useTitlePrefix('exam', prefix)
  return null
}
