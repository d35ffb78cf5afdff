import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { heights, terminalSettings } from '../../lib/terminal-settings'
import { taskQuery } from '../../queries/tasks'
import { cx } from '../../ui/cx'
import { SplitHandle } from '../../ui/split-pane'
import { control } from './control'
import { DockBar } from './dock-bar'
import { DockNotice } from './dock-notice'
import { TerminalFrame } from './terminal-frame'
import { isSameTask, type TerminalTarget } from './terminal-store'
import { useControl } from './use-control'
import { useDockRoom } from './use-dock-room'
import { useSaidState } from './use-said-state'
import { useTerminalAsk, useTerminalPane } from './use-terminal-task'

control.start()

type Place = Pick<TerminalTarget, 'groupId' | 'taskId'>

interface TerminalDockProps {
  /** The task on whose page the terminal is shown; null: it stays out of sight. */
  place: Place | null
}

const dockId = 'terminal-dock'

/** The terminal with its bar. Out of sight it is inert and keeps its session, its size and its lines. */
export const TerminalDock = ({ place }: TerminalDockProps) => {
  const ask = useTerminalAsk()
  const { connection, isOut } = useControl()
  useSaidState(connection)
  const shown = place ?? ask.target
  const isOwn = isSameTask(shown, ask.target)
  const target = useNamed(shown)
  const [isTall, setTall] = useState(false)
  const [height, setHeight] = useState(() => terminalSettings.read().height)
  // Without characters to show it is as high as its words.
  const isCollapsed = !isOwn || isOut || ask.session === null
  const room = useDockRoom({ isShown: place !== null, isTall, isCollapsed })
  const hide = useHide(place)
  if (!target) return null
  const own = height === null ? {} : ({ '--dock': `${height}dvh` } as CSSProperties)
  return (
    <section
      id={dockId}
      ref={room}
      aria-labelledby={`${dockId}-title`}
      inert={place === null}
      style={own}
      data-no-print
      className={cx(
        'fixed inset-x-0 z-20 flex-col border-t border-line bg-surface md:bottom-(--bottom-bar) xl:bottom-0',
        place ? 'flex' : 'hidden',
        isCollapsed ? 'bottom-(--bottom-bar)' : 'top-(--head-room) bottom-0',
        !isCollapsed && !isTall && 'md:top-auto md:h-(--dock,50dvh) xl:h-(--dock,40dvh)',
      )}
    >
      {!isTall && !isCollapsed && (
        <HeightHandle
          value={height}
          onChange={next => setHeight(terminalSettings.change({ height: next }).height)}
        />
      )}
      <DockBar
        titleId={`${dockId}-title`}
        target={target}
        isOwn={isOwn}
        isTall={isTall}
        onTall={() => setTall(!isTall)}
        onHide={hide}
      />
      <DockNotice target={target} isOwn={isOwn} />
      {ask.target && ask.session && (
        <TerminalFrame
          key={`${ask.target.groupId}/${ask.target.taskId}`}
          target={ask.target}
          address={ask.session.address}
          isHidden={!isOwn || isOut}
        />
      )}
    </section>
  )
}

/** Hides the pane and, once it is hidden, puts the focus on the button that shows it again. */
const useHide = (place: Place | null) => {
  const isHiding = useRef(false)
  const showPane = useTerminalPane(place ?? { groupId: 0, taskId: 0 })
  useEffect(() => {
    if (place || !isHiding.current) return
    isHiding.current = false
    const next = document.getElementById('open-terminal') ?? document.getElementById('main')
    next?.focus()
  }, [place])
  return () => {
    isHiding.current = true
    showPane(false)
  }
}

/** The task's name comes from its page; out of its page it is the one that was asked for. */
const useNamed = (place: Place | null): TerminalTarget | null => {
  const { data: task } = useQuery({
    ...taskQuery(place?.groupId ?? 0, place?.taskId ?? 0),
    enabled: false,
  })
  return place && { groupId: place.groupId, taskId: place.taskId, title: task?.title ?? '' }
}

const HeightHandle = ({ value, onChange }: { value: number | null; onChange: (value: number) => void }) => {
  const { t } = useTranslation('terminal')
  const usual = window.innerWidth >= 1280 ? 40 : 50
  const percent = value ?? usual
  return (
    <div className="max-md:hidden">
      <SplitHandle
        value={percent}
        {...heights}
        onChange={onChange}
        label={t('resize')}
        valueText={t('percent', { value: percent })}
        controls={dockId}
      />
    </div>
  )
}
