import { useQuery } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../lib/shortcuts'
import { labStatusQuery } from '../../queries/labs'
import type { Task } from '../../queries/responses'
import { Button } from '../../ui/button'
import { isSameTask, type TerminalTarget, terminalStore } from './terminal-store'
import { hasOtherTaskOpen, useOpenTerminal, useTerminalPane, useTerminalStore } from './use-terminal'

export const TerminalButton = ({ task }: { task: Task }) =>
  task.has_terminal === false ? null : (
    <OpenTerminal target={{ groupId: task.group_id, taskId: task.id, title: task.title }} />
  )

const OpenTerminal = ({ target }: { target: TerminalTarget }) => {
  const { t } = useTranslation('task')
  // Reads the cache only; the lab panel polls.
  const { data: lab } = useQuery({ ...labStatusQuery(target.groupId, target.taskId), enabled: false })
  const terminal = useTerminalStore()
  const open = useOpenTerminal()
  const showPane = useTerminalPane(target)
  const isOpen = isSameTask(terminal.target, target) && terminal.session !== null
  const canOpen = lab?.status === 'ready' || isOpen
  const openPane = () => {
    showPane(true)
    if (isOpen) terminalStore.requestFocus()
    // Opening would end another task's session, so the pane asks first.
    else if (!hasOtherTaskOpen(terminal, target)) open(target)
  }
  useShortcut('terminal', openPane, canOpen)
  return (
    <Button
      id="open-terminal"
      icon={<SquareTerminal className="size-4" aria-hidden />}
      isPending={terminal.isOpening}
      disabledReason={canOpen ? '' : t('terminal.needsLab')}
      onClick={openPane}
    >
      {t('terminal.open')}
    </Button>
  )
}
