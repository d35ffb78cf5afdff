import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { taskQuery } from '../../api/queries/tasks'
import { formatTaskRef, isSameTask, type TaskRef } from '../../api/task-ref'
import { retryReason, shortErrorMessage } from '../../i18n/error-messages'
import { announce } from '../../lib/announce'
import { useEventListener, useOnChange, useSubscription } from '../../lib/hooks'
import { unsavedChanges } from '../../lib/unsaved-changes'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { cx } from '../../ui/cx'
import { SplitHandle } from '../../ui/split-pane'
import { FlagBar } from '../flags/public'
import { refetchLab, useCachedLab } from '../lab/public'
import { DockBar } from './dock-bar'
import { useDockLayout, useVirtualKeyboard } from './dock-layout'
import type { ConnectionState } from './terminal-connection'
import { terminalController, useTerminalState } from './terminal-controller'
import {
  type TerminalAddress,
  type TerminalStoreState,
  type TerminalTarget,
  useOpenPause,
  useOpenTerminal,
  useTerminalPane,
  useTerminalStore,
} from './terminal-store'
import { getTerminalMessage, HEIGHTS, terminalSettings, WIDTHS } from './terminal-view'
import { UnansweredHelp, useLocalNetworkPermission } from './unanswered-help'

terminalController.start()

const DOCK_ID = 'terminal-dock'

/** Without a task it is hidden and inert, but keeps its session and output. */
export const TerminalDock = ({ taskParams }: { taskParams: TaskRef | null }) => {
  const terminal = useTerminalStore()
  const { connection, isPoppedOut, selectedFlag } = useTerminalState()
  /** In the field; empty for one that is typed, null while the field is hidden. */
  const [flag, setFlag] = useState<string | null>(null)
  useAnnounceConnection(connection)
  const queryClient = useQueryClient()
  useOnChange(connection, () => {
    // The lab is asked at once what has become of it, not with its next poll.
    if (connection === 'ended' && terminal.target) void refetchLab(queryClient, terminal.target)
  })
  const shown = taskParams ?? terminal.target
  const isOwn = isSameTask(shown, terminal.target)
  const target = useTargetWithTitle(shown)
  const [isMaximized, setMaximized] = useState(false)
  const [{ height, width }, setSize] = useState(terminalSettings.read)
  // Without output it is as high as its content.
  const isCollapsed = !isOwn || isPoppedOut || terminal.session === null
  const dock = useRef<HTMLElement>(null)
  useDockLayout(dock, taskParams !== null, !isCollapsed, isMaximized)
  useVirtualKeyboard(dock, taskParams !== null)
  const hide = useHide(taskParams)
  if (!target) return null
  const sizeStyle = {
    ...(height !== null && { '--dock': `${height}dvh` }),
    '--dock-width': `${width}vw`,
  } as CSSProperties
  return (
    <section
      id={DOCK_ID}
      ref={dock}
      aria-labelledby={`${DOCK_ID}-title`}
      inert={taskParams === null}
      style={sizeStyle}
      data-no-print
      className={cx(
        'fixed inset-x-0 z-20 flex-col border-t border-line bg-surface md:bottom-(--bottom-bar) xl:bottom-0',
        taskParams ? 'flex' : 'hidden',
        'data-keyboard:bottom-(--keyboard) max-md:data-keyboard:top-[max(var(--header-offset),var(--keyboard-top))]',
        isCollapsed ? 'bottom-(--bottom-bar)' : 'top-(--header-offset) bottom-0',
        !isCollapsed &&
          !isMaximized &&
          'md:top-auto md:h-(--dock,50dvh) xl:h-(--dock,40dvh) split:top-(--header-offset) split:left-auto split:h-auto split:w-(--dock-width) split:border-l',
      )}
    >
      {!isMaximized && !isCollapsed && (
        <SizeHandles
          height={height}
          width={width}
          onChange={size => setSize(terminalSettings.change(size))}
        />
      )}
      <DockBar
        titleId={`${DOCK_ID}-title`}
        target={target}
        isOwn={isOwn}
        isMaximized={isMaximized}
        onToggleMaximized={() => setMaximized(!isMaximized)}
        isFlagShown={flag !== null}
        onToggleFlag={() => setFlag(flag === null ? '' : null)}
        onHide={hide}
      />
      {isOwn && flag !== null && <FlagBar target={target} found={flag} />}
      {isOwn && selectedFlag !== '' && (
        <SelectedFlag text={selectedFlag} onFill={() => setFlag(selectedFlag)} />
      )}
      <DockNotice target={target} isOwn={isOwn} />
      {terminal.target && terminal.session && (
        <TerminalFrame
          key={formatTaskRef(terminal.target)}
          title={terminal.target.title}
          address={terminal.session.address}
          isHidden={!isOwn || isPoppedOut}
        />
      )}
    </section>
  )
}

/** Moves the focus to the button that opens the pane again. */
const useHide = (taskParams: TaskRef | null) => {
  const isHiding = useRef(false)
  const showPane = useTerminalPane(taskParams ?? { groupId: 0, taskId: 0 })
  useOnChange(taskParams !== null, wasShown => {
    if (!wasShown || !isHiding.current) return
    isHiding.current = false
    const next = document.getElementById('open-terminal') ?? document.getElementById('main')
    next?.focus()
  })
  return () => {
    isHiding.current = true
    showPane(false)
  }
}

/** The title comes from the cached task, else from the session. */
const useTargetWithTitle = (taskParams: TaskRef | null): TerminalTarget | null => {
  const { data: task } = useQuery({
    ...taskQuery(taskParams?.groupId ?? 0, taskParams?.taskId ?? 0),
    enabled: false,
  })
  return taskParams && { groupId: taskParams.groupId, taskId: taskParams.taskId, title: task?.title ?? '' }
}

interface SizeHandlesProps {
  /** Percent of the window; null for the layout's default. */
  height: number | null
  width: number
  onChange: (size: { height: number } | { width: number }) => void
}

/** The dock is below the page, and beside it in wide windows. */
const SizeHandles = ({ height, width, onChange }: SizeHandlesProps) => {
  const { t } = useTranslation('terminal')
  const percent = height ?? (window.innerWidth >= 1280 ? 40 : 50)
  return (
    <>
      <div className="max-md:hidden split:hidden">
        <SplitHandle
          value={percent}
          {...HEIGHTS}
          onChange={next => onChange({ height: next })}
          label={t('resize')}
          valueText={t('percent', { value: percent })}
          controls={DOCK_ID}
        />
      </div>
      <div className="hidden split:block">
        <SplitHandle
          isVertical
          value={width}
          {...WIDTHS}
          onChange={next => onChange({ width: next })}
          label={t('resizeWidth')}
          valueText={t('percentOfWidth', { value: width })}
          controls={DOCK_ID}
        />
      </div>
    </>
  )
}

/** Announces connection changes, and confirms closing the tab while connected. */
const useAnnounceConnection = (connection: ConnectionState | null): void => {
  useEffect(() => {
    const isFinal = connection === 'lost' || connection === 'unreachable'
    if (connection && connection !== 'connecting')
      announce(getTerminalMessage(`said.${connection}`), isFinal ? 'assertive' : 'polite')
  }, [connection])
  const isConnected = connection === 'ready'
  useEventListener(window, 'beforeunload', event => event.preventDefault(), isConnected)
  useSubscription(unsavedChanges.add, () => true, isConnected)
}

interface TerminalFrameProps {
  title: string
  address: TerminalAddress
  isHidden: boolean
}

// Never `allow-same-origin` for a page on our own host: it could access this page and its storage.
const SANDBOX = 'allow-scripts allow-forms'
const frameClass = 'min-h-0 w-full flex-1 border-0 bg-term'

/** Don't move the iframe in the DOM: that would reload it. */
const TerminalFrame = ({ title, address, isHidden }: TerminalFrameProps) => {
  const { t } = useTranslation('terminal')
  const className = cx(frameClass, isHidden && 'hidden')
  if (address.kind === 'page')
    return (
      <iframe
        title={t('page', { title })}
        src={address.url}
        sandbox={address.isSameHost ? SANDBOX : `${SANDBOX} allow-same-origin`}
        // Lets a frame of another host reach a private address, if the user allows it in Chromium.
        allow={address.isSameHost ? undefined : 'local-network-access'}
        referrerPolicy="no-referrer"
        className={className}
      />
    )
  return (
    <iframe
      id="terminal-frame"
      ref={terminalController.attachFrame}
      title={t('frame', { title })}
      src="/terminal.html"
      allow="clipboard-read; clipboard-write"
      className={className}
    />
  )
}

/** State of the terminal with the action that resolves it. `isOwn`: the session belongs to this task. */
const DockNotice = ({ target, isOwn }: { target: TerminalTarget; isOwn: boolean }) => {
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

const SelectedFlag = ({ text, onFill }: { text: string; onFill: () => void }) => {
  const { t } = useTranslation('terminal')
  const message = (
    <>
      <span>{t('sendSelected')}</span>{' '}
      <bdi translate="no" className="font-mono [overflow-wrap:anywhere]">
        {text}
      </bdi>
    </>
  )
  const fill = () => {
    onFill()
    terminalController.forgetFlag()
  }
  return (
    // Over the terminal: a change of its size would end the selection.
    <div className="relative">
      <div className="absolute inset-x-0 z-1 bg-surface">
        <NoticeRow message={message}>
          <Button size="sm" variant="primary" onClick={fill}>
            {t('fillFlag')}
          </Button>
          <Button size="sm" variant="quiet" onClick={terminalController.forgetFlag}>
            {t('notFlag')}
          </Button>
        </NoticeRow>
      </div>
    </div>
  )
}

const NoticeRow = ({ message, children }: { message: ReactNode; children: ReactNode }) => (
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
        <span role="alert" className="flex gap-2 text-danger-text">
          <CircleAlert className="mt-0.5 size-4 shrink-0" />
          <span>{message}</span>
        </span>
      }
    >
      <OpenButton target={target} label={t('open')} />
    </NoticeRow>
  )
}
