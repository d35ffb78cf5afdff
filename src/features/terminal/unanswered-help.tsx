import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskRef } from '../../api/task-ref'
import { getSshCommand, useCachedLab } from '../lab/public'

interface UnansweredHelpProps {
  task: TaskRef
  /** No further attempt follows. */
  isFinal: boolean
  isSameHost: boolean
}

/** What to do about a terminal that never connected. */
export const UnansweredHelp = ({ task, isFinal, isSameHost }: UnansweredHelpProps) => {
  const { t } = useTranslation('terminal')
  const { data: lab } = useCachedLab(task.groupId, task.taskId)
  const command = getSshCommand(lab)
  const permission = useLocalNetworkPermission()
  return (
    <>
      <span>{t(isFinal ? 'unreachableHelp' : 'unansweredHelp')}</span>{' '}
      {command && (
        <span>
          <span>{t('useSsh')}</span>{' '}
          <code translate="no" className="text-xs wrap-anywhere select-all">
            {command}
          </code>
          <span>. </span>
        </span>
      )}
      {!isSameHost && permission === 'denied' && <span>{t('localNetworkDenied')}</span>}
      {!isSameHost && permission === 'prompt' && <span>{t('askLocalNetwork')}</span>}
    </>
  )
}

/** Chromium asks before a site reaches a private address, such as a lab's behind a VPN. Null in browsers that never ask. */
export const useLocalNetworkPermission = (): PermissionState | null => {
  const [state, setState] = useState<PermissionState | null>(null)
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const status = await navigator.permissions.query({ name: 'local-network-access' as PermissionName })
      const update = () => isCurrent && setState(status.state)
      status.addEventListener('change', update)
      update()
    }
    read().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [])
  return state
}
