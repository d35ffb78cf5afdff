import { useMatch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { formatTime, parseMoment } from '../../lib/format'
import { isVisible } from '../../lib/is-visible'
import { labNotices } from '../../lib/lab-notices'
import { toast } from '../../lib/toast'
import type { UserKey } from '../../lib/user-key'
import type { LabAnswer } from '../../queries/lab-answers'
import { isSamePlace, labTracker } from '../../queries/lab-tracker'
import { labState, labWarning } from '../../queries/lab-view'
import { useLabWatch } from '../../queries/lab-watch-page'
import { leftText } from './left-text'
import { useRunningLab } from './use-running-lab'

/** Failures in a row that pass in silence: one lost answer is no news. */
const silentFailures = 1

/** Mounted once for a signed-in person: watches the running lab, and says once what happens to it. */
export const LabWatch = ({ userId }: { userId: UserKey }) => {
  const { t } = useTranslation('lab')
  const say = useSayChanges()
  const page = useMatch({ from: '/_protected/group/$groupId/task/$taskId', shouldThrow: false })
  useLabWatch(userId, {
    onAnswer: say,
    onTrouble: failures => {
      // Once for each outage, and not where the panel itself says it.
      if (failures !== silentFailures + 1 || !isVisible()) return
      if (!isSamePlace(page?.params, labTracker.get()?.place))
        toast.error(t('poll.failed'), { id: 'lab-poll' })
    },
  })
  useWarnOnce()
  return null
}

/** The announcements of a lab's life: each change once, in the tab that is looked at. */
const useSayChanges = () => {
  const { t, i18n } = useTranslation('lab')
  return ({ before, after }: LabAnswer) => {
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

const notify = (title: string, body: string, tag: string) => {
  if (!labNotices.isOn() || !('Notification' in globalThis) || Notification.permission !== 'granted') return
  try {
    // The tag makes one of what several tabs say.
    new Notification(title, { body, tag: `flagship.lab.${tag}` })
  } catch {
    // Some systems allow them to service workers only.
  }
}

/** At 10 and at 2 minutes: one announcement each, and one of the system's if the person wants it. */
const useWarnOnce = () => {
  const { t, i18n } = useTranslation('lab')
  const lab = useRunningLab()
  const said = useRef<string | null>(null)
  const warning = lab && labWarning(lab.view)
  const key = warning ? `${lab.view.expiresAt} ${warning}` : null
  const left = lab?.view.left ?? 0
  useEffect(() => {
    if (key === null || said.current === key || left === 0) return
    said.current = key
    const time = leftText(left, i18n.language)
    const words = time ? t('warning.text', { time }) : t('warning.soon')
    if (isVisible()) announce(words, 'polite')
    if (!document.hasFocus()) notify(t('notices.title'), words, key)
  }, [key, left, t, i18n])
}
