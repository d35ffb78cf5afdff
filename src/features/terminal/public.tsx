import { SquareTerminal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../api/responses'
import { isSameTask } from '../../api/task-ref'
import { retryReason } from '../../i18n/error-messages'
import { useShortcut } from '../../lib/shortcuts'
import { Button } from '../../ui/button'
import { useCachedLab } from '../lab/public'
import {
  type TerminalTarget,
  terminalStore,
  useOpenPause,
  useOpenTerminal,
  useTerminalPane,
  useTerminalStore,
} from './terminal-store'

export const TerminalButton = ({ task }: { task: Task }) =>
  task.has_terminal === false ? null : (
    <OpenTerminal target={{ groupId: task.group_id, taskId: task.id, title: task.title }} />
  )

const OpenTerminal = ({ target }: { target: TerminalTarget }) => {
  const { t } = useTranslation('task')
  const { data: lab } = useCachedLab(target.groupId, target.taskId)
  const terminal = useTerminalStore()
  const open = useOpenTerminal()
  const showPane = useTerminalPane(target)
  const isOwn = isSameTask(terminal.target, target)
  const isOpen = isOwn && terminal.session !== null
  const canOpen = lab?.status === 'ready' || isOpen
  const pause = retryReason(useOpenPause())
  const blockReason = canOpen ? (isOpen ? '' : pause) : t('terminal.needsLab')
  const openPane = () => {
    showPane(true)
    if (isOpen) terminalStore.requestFocus()
    // Opening would end another task's session, so the pane asks first.
    else if (isOwn || terminal.session === null) open(target)
  }
  useShortcut('terminal', openPane, blockReason === '')
  return (
    <Button
      id="open-terminal"
      isBlock
      icon={<SquareTerminal />}
      isPending={terminal.isOpening}
      disabledReason={blockReason}
      onClick={openPane}
    >
      {t('terminal.open')}
    </Button>
  )
}
