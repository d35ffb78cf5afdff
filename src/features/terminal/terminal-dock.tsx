import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import type { TerminalAddress } from '../../lib/terminal-address'
import { HEIGHTS, terminalSettings } from '../../lib/terminal-settings'
import { unsavedChanges } from '../../lib/unsaved-changes'
import { taskQuery } from '../../queries/tasks'
import { cx } from '../../ui/cx'
import { SplitHandle } from '../../ui/split-pane'
import { DockBar } from './dock-bar'
import { DockNotice } from './dock-notice'
import type { ConnectionState } from './terminal-connection'
import { terminalController, useTerminalState } from './terminal-controller'
import { getTerminalMessage } from './terminal-setup'
import { isSameTask, type TerminalTarget } from './terminal-store'
import { useTerminalPane, useTerminalStore } from './use-terminal'

terminalController.start()

type TaskParams = Pick<TerminalTarget, 'groupId' | 'taskId'>

interface TerminalDockProps {
  /** Task whose page shows the terminal; null hides it. */
  taskParams: TaskParams | null
}

const DOCK_ID = 'terminal-dock'

/** The terminal dock. Hidden, it is inert but keeps its session and output. */
export const TerminalDock = ({ taskParams }: TerminalDockProps) => {
  const terminal = useTerminalStore()
  const { connection, isPoppedOut } = useTerminalState()
  useAnnounceConnection(connection)
  const shown = taskParams ?? terminal.target
  const isOwn = isSameTask(shown, terminal.target)
  const target = useTargetWithTitle(shown)
  const [isMaximized, setMaximized] = useState(false)
  const [height, setHeight] = useState(() => terminalSettings.read().height)
  // Without output it is as high as its content.
  const isCollapsed = !isOwn || isPoppedOut || terminal.session === null
  const dockRef = useDockLayout({ isShown: taskParams !== null, isMaximized, isCollapsed })
  const hide = useHide(taskParams)
  if (!target) return null
  const heightStyle = height === null ? {} : ({ '--dock': `${height}dvh` } as CSSProperties)
  return (
    <section
      id={DOCK_ID}
      ref={dockRef}
      aria-labelledby={`${DOCK_ID}-title`}
      inert={taskParams === null}
      style={heightStyle}
      data-no-print
      className={cx(
        'fixed inset-x-0 z-20 flex-col border-t border-line bg-surface md:bottom-(--bottom-bar) xl:bottom-0',
        taskParams ? 'flex' : 'hidden',
        isCollapsed ? 'bottom-(--bottom-bar)' : 'top-(--head-room) bottom-0',
        !isCollapsed && !isMaximized && 'md:top-auto md:h-(--dock,50dvh) xl:h-(--dock,40dvh)',
      )}
    >
      {!isMaximized && !isCollapsed && (
        <HeightHandle
          value={height}
          onChange={next => setHeight(terminalSettings.change({ height: next }).height)}
        />
      )}
      <DockBar
        titleId={`${DOCK_ID}-title`}
        target={target}
        isOwn={isOwn}
        isMaximized={isMaximized}
        onToggleMaximized={() => setMaximized(!isMaximized)}
        onHide={hide}
      />
      <DockNotice target={target} isOwn={isOwn} />
      {terminal.target && terminal.session && (
        <TerminalFrame
          key={`${terminal.target.groupId}/${terminal.target.taskId}`}
          target={terminal.target}
          address={terminal.session.address}
          isHidden={!isOwn || isPoppedOut}
        />
      )}
    </section>
  )
}

/** Moves the focus to the button that opens the pane again. */
const useHide = (taskParams: TaskParams | null) => {
  const isHiding = useRef(false)
  const showPane = useTerminalPane(taskParams ?? { groupId: 0, taskId: 0 })
  useEffect(() => {
    if (taskParams || !isHiding.current) return
    isHiding.current = false
    const next = document.getElementById('open-terminal') ?? document.getElementById('main')
    next?.focus()
  }, [taskParams])
  return () => {
    isHiding.current = true
    showPane(false)
  }
}

/** The title comes from the cached task, else from the session. */
const useTargetWithTitle = (taskParams: TaskParams | null): TerminalTarget | null => {
  const { data: task } = useQuery({
    ...taskQuery(taskParams?.groupId ?? 0, taskParams?.taskId ?? 0),
    enabled: false,
  })
  return taskParams && { groupId: taskParams.groupId, taskId: taskParams.taskId, title: task?.title ?? '' }
}

const HeightHandle = ({ value, onChange }: { value: number | null; onChange: (value: number) => void }) => {
  const { t } = useTranslation('terminal')
  const defaultPercent = window.innerWidth >= 1280 ? 40 : 50
  const percent = value ?? defaultPercent
  return (
    <div className="max-md:hidden">
      <SplitHandle
        value={percent}
        {...HEIGHTS}
        onChange={onChange}
        label={t('resize')}
        valueText={t('percent', { value: percent })}
        controls={DOCK_ID}
      />
    </div>
  )
}

/** Announces connection changes, and confirms closing the tab while connected. */
const useAnnounceConnection = (connection: ConnectionState | null): void => {
  useEffect(() => {
    if (connection && connection !== 'connecting')
      announce(getTerminalMessage(`said.${connection}`), connection === 'lost' ? 'assertive' : 'polite')
  }, [connection])
  const isConnected = connection === 'ready'
  useEffect(() => {
    if (!isConnected) return
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', confirmUnload)
    const removeUnsaved = unsavedChanges.add(() => true)
    return () => {
      removeEventListener('beforeunload', confirmUnload)
      removeUnsaved()
    }
  }, [isConnected])
}

/** Used in base.css to reserve space at the end of the page. */
const HEIGHT_VARIABLE = '--dock-room'
/** On narrow screens the dock covers the page. */
const NARROW_QUERY = '(max-width: 47.99rem)'

/** Reserves space for the dock at the end of the page, and makes the page inert while the dock covers it. */
const useDockLayout = ({
  isShown,
  isMaximized,
  isCollapsed,
}: {
  isShown: boolean
  isMaximized: boolean
  isCollapsed: boolean
}): RefObject<HTMLElement | null> => {
  const dock = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = dock.current
    if (!isShown || !element) return
    const width = window.matchMedia?.(NARROW_QUERY)
    const coveredElements = [...document.querySelectorAll<HTMLElement>('#main, footer[data-shell]')]
    const update = () => {
      const height = `calc(${element.offsetHeight}px + var(--bottom-bar))`
      document.documentElement.style.setProperty(HEIGHT_VARIABLE, height)
      const isCovering = !isCollapsed && (isMaximized || (width?.matches ?? false))
      for (const part of coveredElements) part.inert = isCovering
    }
    update()
    const observer = globalThis.ResizeObserver && new ResizeObserver(update)
    observer?.observe(element)
    width?.addEventListener('change', update)
    return () => {
      observer?.disconnect()
      width?.removeEventListener('change', update)
      for (const part of coveredElements) part.inert = false
      document.documentElement.style.removeProperty(HEIGHT_VARIABLE)
    }
  }, [isShown, isMaximized, isCollapsed])
  return dock
}

interface TerminalFrameProps {
  target: TerminalTarget
  address: TerminalAddress
  isHidden: boolean
}

// Never `allow-same-origin` for a page on our own host: it could access this page and its storage.
const SANDBOX = 'allow-scripts allow-forms'
const frameClass = 'min-h-0 w-full flex-1 border-0 bg-term'

/** Don't move the iframe in the DOM: that would reload it. */
const TerminalFrame = ({ target: { title }, address, isHidden }: TerminalFrameProps) => {
  const { t } = useTranslation('terminal')
  const className = cx(frameClass, isHidden && 'hidden')
  if (address.kind === 'page')
    return (
      <iframe
        title={t('page', { title })}
        src={address.url}
        sandbox={address.isSameHost ? SANDBOX : `${SANDBOX} allow-same-origin`}
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
