import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shortErrorMessage } from '../../i18n/error-messages'
import { labStatusQuery } from '../../queries/labs'
import { taskQuery } from '../../queries/tasks'
import { Banner } from '../../ui/banner'
import { Button } from '../../ui/button'
import { terminalController, useTerminalState } from './terminal-controller'
import type { TerminalStoreState, TerminalTarget } from './terminal-store'
import { useOpenTerminal, useTerminalStore } from './use-terminal'

interface DockNoticeProps {
  target: TerminalTarget
  /** Whether the session belongs to this task. */
  isOwn: boolean
}

/** State of the terminal with the action that resolves it. */
export const DockNotice = ({ target, isOwn }: DockNoticeProps) => {
  const terminal = useTerminalStore()
  const { connection, isPoppedOut } = useTerminalState()
  const { t } = useTranslation('terminal')
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
  if (connection === 'lost' || connection === 'ended')
    return (
      <NoticeRow message={t(connection === 'lost' ? 'lostHelp' : 'endedHelp')}>
        <OpenButton target={target} label={t(connection === 'lost' ? 'reconnect' : 'reopen')} />
      </NoticeRow>
    )
  return null
}

const NoticeRow = ({ message, children }: { message: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 text-sm">
    <p className="min-w-0 flex-1 basis-[12rem]">{message}</p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)

const OpenButton = ({ target, label }: { target: TerminalTarget; label: string }) => {
  const { isOpening } = useTerminalStore()
  const open = useOpenTerminal()
  return (
    <Button size="sm" variant="primary" isPending={isOpening} onClick={() => open(target)}>
      {label}
    </Button>
  )
}

/** Opening sends a write, so a URL alone never opens a session. */
const ClosedNotice = ({ target }: { target: TerminalTarget }) => {
  const { t } = useTranslation('terminal')
  const params = [target.groupId, target.taskId] as const
  const { data: task } = useQuery({ ...taskQuery(...params), enabled: false })
  const { data: lab } = useQuery({ ...labStatusQuery(...params), enabled: false })
  if (task?.has_terminal === false || task?.has_lab === false)
    return <NoticeRow message={t('none')}>{null}</NoticeRow>
  // The lab's status may be unknown on first render; then the terminal host decides.
  if (lab && lab.status !== 'ready') return <NoticeRow message={t('needsLab')}>{null}</NoticeRow>
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

const FailureNotice = ({
  target,
  failure,
}: {
  target: TerminalTarget
  failure: NonNullable<TerminalStoreState['failure']>
}) => {
  const { t } = useTranslation(['terminal', 'common'])
  const message = failure === 'address' ? t('badAddress') : shortErrorMessage(failure.error)
  return (
    <div className="p-2">
      <Banner
        tone="danger"
        role="alert"
        action={<OpenButton target={target} label={t('retry', { ns: 'common' })} />}
      >
        {message}
      </Banner>
    </div>
  )
}
