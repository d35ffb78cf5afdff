import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { apiHealth } from '../../api/api-health'
import { type AttemptView, getCurrentAttempt, getRunningAttempt, toAttemptView } from '../../api/attempts'
import { groupQuery } from '../../api/queries/groups'
import {
  formatCountdown,
  formatDate,
  formatDateTime,
  formatDeadline,
  formatSecond,
  formatTime,
} from '../../lib/format'
import { useServerSecond } from '../../lib/hooks'
import { createListeners } from '../../lib/listeners'
import { storage } from '../../lib/storage'
import { createStore, useStore } from '../../lib/store'
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

/** The group whose page shows the clock itself. */
export const pageClock = createStore<number | null>(null)

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

/** What to know about the countdown: the last contact, that its end is unknown, or that little time is left. */
export const useClockMessage = ({
  left,
  clockTone,
}: Pick<AttemptView, 'left' | 'clockTone'>): string | null => {
  const { t, i18n } = useTranslation('examBar')
  const { isUnreachable } = useExamState()
  // Server time, read on each render.
  const lastContact = apiHealth.lastResponseAt()
  if (isUnreachable && lastContact !== null)
    return t('cut.last', { time: formatSecond(lastContact, i18n.language) })
  if (left === null) return t('said.unknown')
  if (left === 0) return t('zero')
  return clockTone === 'normal' ? null : t(`tone.${clockTone}`)
}

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
