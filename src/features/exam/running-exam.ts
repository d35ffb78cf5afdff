import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { getCurrentAttempt, getRunningAttempt, toAttemptView } from '../../api/attempts'
import { groupQuery } from '../../api/queries/groups'
import { formatCountdown, formatDate, formatDateTime, formatDeadline, formatTime } from '../../lib/format'
import { useServerSecond } from '../../lib/hooks'
import { createListeners } from '../../lib/listeners'
import { storage } from '../../lib/storage'
import { useStore } from '../../lib/store'
import { type ExamNotice, examStore } from './exam-state'

const clockListeners = createListeners()

/** User preference, stored on this device. */
export const clockVisibility = {
  isShown: (): boolean => storage.get('flagship.examClock') !== 'hidden',
  set(isShown: boolean): void {
    storage.set('flagship.examClock', isShown ? 'shown' : 'hidden')
    clockListeners.emit()
  },
  subscribe: clockListeners.subscribe,
}

export const useIsClockShown = (): boolean =>
  useSyncExternalStore(clockVisibility.subscribe, clockVisibility.isShown, clockVisibility.isShown)

/** With hours: `0:05:09`. A dash if unknown (E11). */
export const formatBarTime = (left: number | null): string => {
  const time = formatCountdown(left ?? Number.NaN)
  return left !== null && left < 3600 ? `0:${time}` : time
}

/** Rounded up to whole minutes, except within the last one. */
export const roundForSpeech = (left: number): number => (left < 60 ? left : Math.ceil(left / 60) * 60)

export const useExamState = () => useStore(examStore)

/** Reads the cache only; `ExamPoller` sends the requests. */
const useCachedGroup = (groupId: number) => useQuery({ ...groupQuery(groupId), enabled: false }).data

/** Null if no exam is running, or before the first response. */
export const useRunningExam = () => {
  const { groupId } = useExamState()
  const group = useCachedGroup(groupId ?? 0)
  const now = useServerSecond(groupId !== null)
  const attempt = getRunningAttempt(group)
  if (groupId === null || !group || !attempt) return null
  return { groupId, name: group.name, view: toAttemptView(attempt, now) }
}

export type RunningExam = NonNullable<ReturnType<typeof useRunningExam>>

export const useNoticeMessage = (notice: ExamNotice | null) => {
  const { t, i18n } = useTranslation('examBar')
  const group = useCachedGroup(notice?.groupId ?? 0)
  if (!notice) return null
  const { language } = i18n
  if (notice.kind === 'moved') {
    const { from, to } = notice
    const isSameDay = formatDate(from, language) === formatDate(to, language)
    const format = isSameDay ? formatTime : formatDateTime
    const title = t('moved.title', { from: format(from, language), to: format(to, language) })
    return { title, text: null }
  }
  if (notice.kind === 'refused') return { title: t('refused.title'), text: t('refused.text') }
  const attempt = getCurrentAttempt(group)
  const { status, rule, reportDeadline } = attempt ? toAttemptView(attempt, 0) : {}
  const deadline = rule?.step === 'report' && reportDeadline ? reportDeadline : null
  const text =
    deadline === null
      ? t(status === 'time_left' ? 'over.undecided' : 'over.next')
      : t('over.report', { time: formatDeadline(deadline, language) })
  return { title: t('over.title'), text }
}
