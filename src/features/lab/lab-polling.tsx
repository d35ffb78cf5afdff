import { useQueryClient } from '@tanstack/react-query'
import { useMatch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isSameTask } from '../../api/task-ref'
import { announce } from '../../lib/announce'
import { formatTime, parseMoment } from '../../lib/format'
import { connection, isVisible } from '../../lib/online'
import { onOtherTab } from '../../lib/other-tabs'
import { ignoreCancelled, onVisibilityChange } from '../../lib/poll-loop'
import { serverClock } from '../../lib/server-clock'
import { toast } from '../../lib/toast'
import type { UserKey } from '../../lib/user'
import { createLabPoller, type LabPollerDeps, type LabUpdate } from './lab-poller'
import { useLabSearch } from './lab-search'
import { labNotifications, labTracker } from './lab-storage'
import { labStatusQuery, useRunningLab } from './labs'
import { formatMinutesLeft, getLabWarning, labState } from './model'

/** A single failed poll isn't reported. */
const MAX_SILENT_FAILURES = 1

/** Mounted once per session: polls the running lab and announces changes. */
export const LabPoller = ({ userId }: { userId: UserKey }) => {
  const { t } = useTranslation('lab')
  const announceChange = useAnnounceChanges()
  const page = useMatch({ from: '/_protected/group/$groupId/task/$taskId', shouldThrow: false })
  useLabPoller({
    onUpdate: announceChange,
    onFailure: failures => {
      // Once per outage, and not where the panel shows it.
      if (failures !== MAX_SILENT_FAILURES + 1 || !isVisible()) return
      if (!isSameTask(page?.params, labTracker.get()?.task)) toast.error(t('poll.failed'), { id: 'lab-poll' })
    },
  })
  useExpiryWarning()
  useLabSearch(userId)
  return null
}

/** Announces each change once, in the visible tab. */
const useAnnounceChanges = () => {
  const { t, i18n } = useTranslation('lab')
  return ({ before, after }: LabUpdate) => {
    if (!isVisible()) return
    const from = labState(before)
    const to = labState(after)
    if (from === to) {
      const end = parseMoment(after.expires_at)
      const isExtended = to === 'ready' && end !== null && end > (parseMoment(before?.expires_at) ?? end)
      if (isExtended) announce(t('said.extended', { time: formatTime(end, i18n.language) }))
      return
    }
    if (to === 'starting') announce(t('said.starting'))
    if (to === 'ready') announce(t('said.ready'))
    if (to === 'off') announce(t(after.error ? 'said.failed' : 'said.stopped'))
  }
}

const showNotification = (title: string, body: string, tag: string) => {
  if (!labNotifications.isOn() || !('Notification' in globalThis) || Notification.permission !== 'granted')
    return
  try {
    // The tag deduplicates notifications of several tabs.
    new Notification(title, { body, tag: `flagship.lab.${tag}` })
  } catch {
    // Some systems allow notifications from service workers only.
  }
}

/** One announcement each at 10 and 2 minutes, plus a system notification if enabled. */
const useExpiryWarning = () => {
  const { t, i18n } = useTranslation('lab')
  const lab = useRunningLab()
  const warned = useRef<string | null>(null)
  const warning = lab && getLabWarning(lab.view)
  const key = warning ? `${lab.view.expiresAt} ${warning}` : null
  const left = lab?.view.left ?? 0
  useEffect(() => {
    if (key === null || warned.current === key || left === 0) return
    warned.current = key
    const time = formatMinutesLeft(left, i18n.language)
    const message = time ? t('warning.text', { time }) : t('warning.soon')
    if (isVisible()) announce(message, 'polite')
    if (!document.hasFocus()) showNotification(t('notices.title'), message, key)
  }, [key, left, t, i18n])
}

type Listeners = Pick<LabPollerDeps, 'onUpdate' | 'onFailure'>

/** Runs the poller in the browser while mounted, which is once for each user. */
const useLabPoller = (listeners: Listeners): void => {
  const queryClient = useQueryClient()
  const onUpdate = useEffectEvent(listeners.onUpdate)
  const onFailure = useEffectEvent(listeners.onFailure)
  useEffect(() => {
    const poller = createLabPoller({
      queryClient,
      tracker: labTracker,
      serverClock,
      isVisible,
      request: ({ groupId, taskId }) =>
        queryClient
          .query({ ...labStatusQuery(groupId, taskId), staleTime: 0, retry: false })
          .catch(ignoreCancelled),
      onUpdate: update => onUpdate(update),
      onFailure: (failures, error) => onFailure(failures, error),
    })
    const stops = [
      connection.onReturn(poller.pollNow),
      onVisibilityChange(poller.onVisibility),
      onOtherTab('flagship.lab', poller.onOtherTab),
      poller.stop,
    ]
    window.addEventListener('focus', poller.onFocus)
    return () => {
      window.removeEventListener('focus', poller.onFocus)
      for (const stop of stops) stop()
    }
  }, [queryClient])
}
