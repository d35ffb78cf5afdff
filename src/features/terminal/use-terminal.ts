import { useNavigate } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { useRequestTerminal } from '../../queries/terminal'
import { isSameTask, type TerminalStoreState, type TerminalTarget, terminalStore } from './terminal-store'

export const useTerminalStore = (): TerminalStoreState =>
  useSyncExternalStore(terminalStore.subscribe, terminalStore.get, terminalStore.get)

/** Sends a write: call it on a click or shortcut only. */
export const useOpenTerminal = () => {
  const request = useRequestTerminal()
  return useCallback((target: TerminalTarget) => void terminalStore.open(target, request), [request])
}

/** The session continues while the pane is hidden. */
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

export const hasOtherTaskOpen = (terminal: TerminalStoreState, target: TerminalTarget): boolean =>
  terminal.session !== null && !isSameTask(terminal.target, target)
