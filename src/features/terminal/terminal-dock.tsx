import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { taskQuery } from '../../api/queries/tasks'
import { formatTaskRef, isSameTask, type TaskRef } from '../../api/task-ref'
import { announce } from '../../lib/announce'
import { useEventListener, useOnChange, useSubscription } from '../../lib/hooks'
import { unsavedChanges } from '../../lib/unsaved-changes'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { SplitHandle } from '../../ui/split-pane'
import { FlagBar } from '../flags/public'
import { refetchLab } from '../lab/public'
import { DockBar } from './dock-bar'
import { useDockLayout, useVirtualKeyboard } from './dock-layout'
import { DockNotice, NoticeRow } from './dock-notice'
import type { ConnectionState } from './terminal-connection'
import { terminalController, useTerminalState } from './terminal-controller'
import {
  type TerminalAddress,
  type TerminalTarget,
  useTerminalPane,
  useTerminalStore,
} from './terminal-store'
import { getTerminalMessage, HEIGHTS, terminalSettings, WIDTHS } from './terminal-view'

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
