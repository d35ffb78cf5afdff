import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { taskQuery } from '../../api/queries/tasks'
import type { TaskRef } from '../../api/task-ref'
import { retryReason, shortErrorMessage } from '../../i18n/error-messages'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { useCachedLab } from '../lab/public'
import { terminalController, useTerminalState } from './terminal-controller'
import {
  type TerminalStoreState,
  type TerminalTarget,
  useOpenPause,
  useOpenTerminal,
  useTerminalStore,
} from './terminal-store'
import { UnansweredHelp, useLocalNetworkPermission } from './unanswered-help'

/** State of the terminal with the action that resolves it. `isOwn`: the session belongs to this task. */
export const DockNotice = ({ target, isOwn }: { target: TerminalTarget; isOwn: boolean }) => {
  const terminal = useTerminalStore()
  const { connection, isPoppedOut } = useTerminalState()
  const { t } = useTranslation('terminal')
  const permission = useLocalNetworkPermission()
  const isLabOff = useIsLabOff(target)
  if (!isOwn && terminal.target && terminal.session)
    return <OtherTaskNotice target={target} other={terminal.target} />
  if (isOwn && terminal.failure) return <FailureNotice target={target} failure={terminal.failure} />
  if (isOwn && terminal.isOpening && !terminal.session)
    return <p className="p-4 text-sm text-muted">{t('state.asking')}</p>
  if (!isOwn || !terminal.session) return <ClosedNotice target={target} />
  if (isPoppedOut)
    return (
      <NoticeRow message={t('isOut')}>
        <Button size="sm" onClick={terminalController.closePopup}>
          {t('bringBack')}
        </Button>
      </NoticeRow>
    )
  if (connection === 'takenOver')
    return (
      <NoticeRow message={t('takenOverHelp')}>
        <Button size="sm" variant="primary" onClick={terminalController.reclaim}>
          {t('takeBack')}
        </Button>
      </NoticeRow>
    )
  const { kind, isSameHost } = terminal.session.address
  if (connection === 'unanswered' || connection === 'unreachable') {
    const isFinal = connection === 'unreachable'
    return (
      <NoticeRow message={<UnansweredHelp task={target} isFinal={isFinal} isSameHost={isSameHost} />}>
        {isFinal && <OpenButton target={target} label={t('reconnect')} />}
      </NoticeRow>
    )
  }
  if (kind === 'page' && !isSameHost && permission === 'denied')
    return <NoticeRow message={t('localNetworkDenied')}>{null}</NoticeRow>
  if (connection === 'ended' && isLabOff) return <LabNotice target={target} message={`${t('endedHelp')} `} />
  if (connection === 'lost' || connection === 'ended')
    return (
      <NoticeRow message={t(connection === 'lost' ? 'lostHelp' : 'endedHelp')}>
        <OpenButton target={target} label={t(connection === 'lost' ? 'reconnect' : 'reopen')} />
      </NoticeRow>
    )
  return null
}

export const NoticeRow = ({ message, children }: { message: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 text-sm">
    <p className="min-w-0 flex-1 basis-[12rem]">{message}</p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)

const OpenButton = ({ target, label }: { target: TerminalTarget; label: string }) => {
  const { isOpening } = useTerminalStore()
  const open = useOpenTerminal()
  return (
    <Button
      size="sm"
      variant="primary"
      isPending={isOpening}
      onClick={() => open(target)}
      disabledReason={retryReason(useOpenPause())}
    >
      {label}
    </Button>
  )
}

/** False while unknown. */
const useIsLabOff = ({ groupId, taskId }: TaskRef): boolean => {
  const { data: lab } = useCachedLab(groupId, taskId)
  return lab !== undefined && lab.status !== 'ready'
}

/** The way to the lab, which has to run first. */
const LabNotice = ({ target, message = '' }: { target: TerminalTarget; message?: string }) => {
  const { t } = useTranslation(['terminal', 'lab'])
  const { groupId, taskId } = target
  return (
    <NoticeRow message={message + t('needsLab')}>
      <Link
        to="/group/$groupId/task/$taskId"
        params={{ groupId, taskId }}
        hash="lab"
        className={buttonClass({ size: 'sm' })}
      >
        {t('warning.go', { ns: 'lab' })}
      </Link>
    </NoticeRow>
  )
}

/** Opening sends a write, so a URL alone never opens a session. */
const ClosedNotice = ({ target }: { target: TerminalTarget }) => {
  const { t } = useTranslation('terminal')
  const { data: task } = useQuery({ ...taskQuery(target.groupId, target.taskId), enabled: false })
  const isLabOff = useIsLabOff(target)
  if (task?.has_terminal === false || task?.has_lab === false)
    return <NoticeRow message={t('none')}>{null}</NoticeRow>
  // The lab's status may be unknown on first render; then the terminal host decides.
  if (isLabOff) return <LabNotice target={target} />
  return (
    <NoticeRow message={t('closed')}>
      <OpenButton target={target} label={t('open')} />
    </NoticeRow>
  )
}

const OtherTaskNotice = ({ target, other }: { target: TerminalTarget; other: TerminalTarget }) => {
  const { t } = useTranslation('terminal')
  return (
    <NoticeRow message={t('other', { title: other.title })}>
      <OpenButton target={target} label={t('open')} />
      <Link
        to="/group/$groupId/task/$taskId"
        params={{ groupId: other.groupId, taskId: other.taskId }}
        search={{ pane: 'terminal' }}
        className="inline-flex min-h-8 items-center text-sm"
      >
        {t('toOther', { title: other.title })}
      </Link>
    </NoticeRow>
  )
}

interface FailureNoticeProps {
  target: TerminalTarget
  failure: NonNullable<TerminalStoreState['failure']>
}

const FailureNotice = ({ target, failure }: FailureNoticeProps) => {
  const { t } = useTranslation('terminal')
  const message = failure === 'address' ? t('badAddress') : shortErrorMessage(failure.error)
  return (
    <NoticeRow
      message={
        <span
          role="alert"
          className={cx('flex gap-2', failure === 'address' ? 'text-danger-text' : 'text-warning-text')}
        >
          <CircleAlert className="mt-0.5 size-4 shrink-0" />
          <span>{message}</span>
        </span>
      }
    >
      <OpenButton target={target} label={t('open')} />
    </NoticeRow>
  )
}
