import { useNavigate } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { useRequestTerminal } from '../../queries/terminal'
import { isSameTask, type TerminalAsk, type TerminalTarget, terminalStore } from './terminal-store'

export const useTerminalAsk = (): TerminalAsk =>
  useSyncExternalStore(terminalStore.subscribe, terminalStore.get, terminalStore.get)

/** Opens the terminal of a task in its pane. Only for a click or a key: it writes. */
export const useOpenTerminal = () => {
  const request = useRequestTerminal()
  return useCallback((target: TerminalTarget) => void terminalStore.open(target, request), [request])
}

/** Shows and hides the pane of a task's page; the session goes on either way. */
export const useTerminalPane = ({ groupId, taskId }: Pick<TerminalTarget, 'groupId' | 'taskId'>) => {
  const navigate = useNavigate()
  return useCallback(
    (isShown: boolean) => {
      void navigate({
        to: '/group/$groupId/task/$taskId',
        params: { groupId, taskId },
        search: isShown ? { pane: 'terminal' } : {},
        resetScroll: false,
        replace: !isShown,
      })
    },
    [navigate, groupId, taskId],
  )
}

/** Whether a session of another task is there that opening this one would end. */
export const isOthers = (ask: TerminalAsk, target: TerminalTarget): boolean =>
  ask.session !== null && !isSameTask(ask.target, target)
