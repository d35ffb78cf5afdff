import { ChevronDown, ChevronUp, ExternalLink, FlaskConical } from 'lucide-react'
import { use, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { BrowserControls } from '../../mocks/control/mock-controls'
import { getKeyMeanings } from '../lib/keyboard-layout'
import { isOverlayOpen } from '../lib/shortcuts'
import { Badge } from '../ui/badge'
import { Banner } from '../ui/banner'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { ControlsContext, usePlatformState } from './controls'
import { useTranslate } from './messages'
import { groupViolations, observedExchanges } from './observe/observed-exchanges'
import { DevtoolsPanel } from './panel/devtools-panel'
import { panelState, panelWindow, usePanelState } from './panel-window'
import { PlatformStatus } from './platform-status'

/** The devtools toolbar with the panel below. In the normal flow, so that it covers nothing. */
export function Toolbar() {
  const t = useTranslate()
  const controls = use(ControlsContext)
  const { mode } = usePanelState()
  const [isWindowBlocked, setWindowBlocked] = useState(false)
  const isOpen = mode !== 'closed'
  const toggle = useRef<HTMLButtonElement>(null)
  const previousFocus = useRef<Element | null>(null)
  const [takesFocus, setTakesFocus] = useState(false)
  const windowContainer = useSyncExternalStore(panelWindow.subscribe, panelWindow.container)

  const open = () => {
    previousFocus.current = document.activeElement
    setTakesFocus(true)
    panelState.set({ mode: 'page' })
  }
  const showViolations = () => {
    panelState.set({ section: 'contract' })
    if (mode === 'closed') open()
  }
  const close = () => {
    panelWindow.close()
    panelState.set({ mode: 'closed' })
    const last = previousFocus.current
    const target =
      last instanceof HTMLElement && last.isConnected && last !== document.body ? last : toggle.current
    target?.focus()
  }
  const openWindow = () => panelWindow.open({ title: t('window.title'), away: t('window.away') })
  const openInWindow = () => {
    const isOpened = openWindow()
    setWindowBlocked(!isOpened)
    if (isOpened) panelState.set({ mode: 'window' })
  }
  usePanelShortcut({ open, close, openInWindow })
  useReattachWindow(openWindow)

  return (
    <section aria-label={t(controls ? 'toolbar.label' : 'toolbar.labelObserver')} data-no-print>
      {controls && <Unmocked controls={controls} />}
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 border-b border-line bg-sunken px-4 text-xs max-lg:py-1 lg:flex-nowrap">
        <p className="flex items-center gap-1.5 font-medium lg:shrink-0">
          <FlaskConical className="size-4 shrink-0 text-accent-text" />
          {t(controls ? 'toolbar.what' : 'toolbar.observer')}
        </p>
        {controls && <PlatformStatus />}
        <span className="ml-auto flex shrink-0 items-center justify-end gap-x-2">
          <Violations onShow={showViolations} />
          {isOpen && (
            <IconButton
              size="sm"
              label={t(mode === 'window' ? 'toolbar.toWindow' : 'panel.toWindow')}
              icon={<ExternalLink />}
              onClick={mode === 'window' ? panelWindow.focus : openInWindow}
            />
          )}
          <Button
            ref={toggle}
            size="sm"
            variant="quiet"
            aria-expanded={isOpen}
            aria-keyshortcuts="Control+Alt+P"
            title="Ctrl+Alt+P"
            onClick={isOpen ? close : open}
            icon={<Chevron isUp={isOpen} />}
          >
            {t(isOpen ? 'toolbar.close' : 'toolbar.open')}
          </Button>
        </span>
      </div>
      {isWindowBlocked && (
        <Banner tone="warning" isBleed role="alert">
          {t('window.refused')}
        </Banner>
      )}
      {mode === 'page' && <DevtoolsPanel isInWindow={false} takesFocus={takesFocus} onClose={close} />}
      {windowContainer &&
        createPortal(<DevtoolsPanel isInWindow takesFocus onClose={close} />, windowContainer)}
    </section>
  )
}

function Chevron({ isUp }: { isUp: boolean }) {
  const Icon = isUp ? ChevronUp : ChevronDown
  return <Icon className="size-4" />
}

/** Finds the window again after a reload. */
const useReattachWindow = (find: () => boolean): void => {
  const findWindow = useEffectEvent(find)
  useEffect(() => {
    if (panelState.get().mode !== 'window' || panelWindow.container()) return
    if (!findWindow()) panelState.set({ mode: 'closed' })
  }, [])
}

/** The number of contract violations; opens the list. */
function Violations({ onShow }: { onShow: () => void }) {
  const t = useTranslate()
  const list = useSyncExternalStore(observedExchanges.subscribe, observedExchanges.list)
  const { length: count } = groupViolations(list)
  if (count === 0) return <span className="text-muted max-lg:hidden">{t('violations.none')}</span>
  return (
    <button type="button" onClick={onShow} className="flex min-h-8 items-center pointer-coarse:min-h-control">
      <Badge tone="danger" isSolid>
        {t('violations', { count })}
      </Badge>
    </button>
  )
}

/** Warns about an unmocked API call, or an unknown scenario in the URL. */
function Unmocked({ controls }: { controls: BrowserControls }) {
  const t = useTranslate()
  const { problem: trouble } = usePlatformState()
  const [sentence, setSentence] = useState<string | null>(null)
  const [dismissed, setDismissed] = useState<string | null>(null)
  useEffect(() => controls.onUnmocked(setSentence), [controls])
  return (
    <>
      {sentence !== null && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-danger px-4 py-2 text-sm font-medium text-on-danger"
        >
          <p className="min-w-0 flex-1 basis-[16rem]">
            {t('unmocked')} <span lang="en">{sentence}</span>
          </p>
          <Button size="sm" onClick={() => location.reload()}>
            {t('unmocked.reload')}
          </Button>
        </div>
      )}
      {trouble !== null && trouble !== dismissed && (
        <Banner
          tone="warning"
          isBleed
          role="alert"
          onDismiss={() => setDismissed(trouble)}
          dismissLabel={t('dismiss')}
        >
          {t('trouble')} <span lang="en">{trouble}</span>
        </Banner>
      )}
    </>
  )
}

interface PanelActions {
  open: () => void
  close: () => void
  openInWindow: () => void
}

/**
 * Ctrl+Alt+P toggles the panel, in every keyboard layout. While a dialog makes the page inert, the panel opens in its own
 * window.
 */
const usePanelShortcut = ({ open, close, openInWindow }: PanelActions): void => {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, code, ctrlKey, altKey, metaKey, shiftKey, repeat } = event
    if (!ctrlKey || !altKey || metaKey || shiftKey || repeat) return
    if (!getKeyMeanings({ key, code, shiftKey }).includes('p')) return
    event.preventDefault()
    if (panelState.get().mode !== 'closed') close()
    else if (isOverlayOpen()) openInWindow()
    else open()
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
