import { useQuery } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useShortcut } from '../../lib/shortcuts'
import type { Task } from '../../queries/answers'
import { labStatusQuery } from '../../queries/labs'
import { Button } from '../../ui/button'
import { isSameTask, type TerminalTarget, terminalStore } from './terminal-store'
import { isOthers, useOpenTerminal, useTerminalAsk, useTerminalPane } from './use-terminal-task'

/** Opens the terminal of the task's lab, or shows it again. */
export const TerminalButton = ({ task }: { task: Task }) =>
  task.has_terminal === false ? null : (
    <OpenTerminal target={{ groupId: task.group_id, taskId: task.id, title: task.title }} />
  )

const OpenTerminal = ({ target }: { target: TerminalTarget }) => {
  const { t } = useTranslation('task')
  // The panel of the lab asks and polls; here its answer is only read.
  const { data: lab } = useQuery({ ...labStatusQuery(target.groupId, target.taskId), enabled: false })
  const ask = useTerminalAsk()
  const open = useOpenTerminal()
  const showPane = useTerminalPane(target)
  const isOpen = isSameTask(ask.target, target) && ask.session !== null
  const canOpen = lab?.status === 'ready' || isOpen
  const act = () => {
    showPane(true)
    if (isOpen) terminalStore.wishFocus()
    // Another lab's session is not ended by the way: the pane asks.
    else if (!isOthers(ask, target)) open(target)
  }
  useShortcut('terminal', act, canOpen)
  return (
    <Button
      id="open-terminal"
      icon={<SquareTerminal className="size-4" aria-hidden />}
      isPending={ask.isAsking}
      disabledReason={canOpen ? '' : t('terminal.needsLab')}
      onClick={act}
    >
      {t('terminal.open')}
    </Button>
  )
}
