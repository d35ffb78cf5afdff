import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { getCurrentAttempt, getRunningAttempt, toAttemptView } from '../../api/attempts'
import { groupQuery } from '../../api/queries/groups'
import { formatDate, formatDateTime, formatDeadline, formatTime } from '../../lib/format'
import { useServerSecond } from '../../lib/hooks'
import { type AppStorage, storage } from '../../lib/storage'
import { createListeners, createStore, useStore } from '../../lib/store'

/** Notices that stay until dismissed. Times are server time in milliseconds. */
export type ExamNotice = { groupId: number } & (
  | { kind: 'over' }
  | { kind: 'moved'; from: number; to: number }
  /** The server no longer gives access to the exam's group. */
  | { kind: 'refused' }
)

interface ExamState {
  /** Group of the running exam; null when none runs. */
  groupId: number | null
  /** The platform can't be reached. */
  isUnreachable: boolean
  notice: ExamNotice | null
}

const INITIAL_STATE: ExamState = { groupId: null, isUnreachable: false, notice: null }

/** Stores which exam runs, across pages and reloads (storage key `flagship.exam`). */
export const createExamStore = (store: AppStorage = storage) => {
  const { get, set: replace, subscribe } = createStore(INITIAL_STATE)
  const set = (change: Partial<ExamState>) => replace({ ...get(), ...change })
  const readStored = () => {
    const stored = store.get('flagship.exam')
    if (stored === null) return null
    const [groupId = 0, endsAt = null] = stored.split(' ').map(Number)
    return { groupId, endsAt }
  }
  return {
    get,
    subscribe,
    /** Restores what this or another tab has stored. */
    restore(): void {
      const stored = readStored()
      if (stored && get().groupId === null) set({ groupId: stored.groupId })
    },
    /** Last known end of this group's exam in server time, perhaps stored by an earlier page. */
    storedEnd(groupId: number): number | null {
      const stored = readStored()
      return stored?.groupId === groupId ? stored.endsAt : null
    },
    track(groupId: number, endsAt: number | null): void {
      store.set('flagship.exam', endsAt === null ? String(groupId) : `${groupId} ${Math.round(endsAt)}`)
      if (get().groupId !== groupId) set({ groupId, notice: null })
    },
    /** The exam has ended. */
    untrack(): void {
      store.remove('flagship.exam')
      if (get().groupId !== null) set({ groupId: null, isUnreachable: false })
    },
    /** Access was revoked; the exam's state is unknown. */
    setRefused(groupId: number): void {
      store.remove('flagship.exam')
      set({ groupId: null, isUnreachable: false, notice: { kind: 'refused', groupId } })
    },
    setUnreachable(isCut: boolean): void {
      if (get().isUnreachable !== isCut) set({ isUnreachable: isCut })
    },
    notify: (notice: ExamNotice): void => set({ notice }),
    dismiss: (): void => set({ notice: null }),
    /** The user has left; `localStorage` is cleared by its own rules. */
    reset: (): void => set(INITIAL_STATE),
  }
}

export type ExamStore = ReturnType<typeof createExamStore>

export const examStore = createExamStore()

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
