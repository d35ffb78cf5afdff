import { type KeyboardEvent, type ReactNode, use, useEffect, useRef } from 'react'
import { isComposing } from '../../lib/is-composing'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { ErrorBoundary } from '../../ui/error-boundary'
import { SectionError } from '../../ui/section-error'
import { Tabs } from '../../ui/tabs'
import { ControlsContext } from '../controls'
import { useTranslate } from '../messages'
import { panelState, type Section as SectionName, sections, usePanelState } from '../panel-window'
import { ClockSection } from './clock-section'
import { ContractSection } from './contract-section'
import { FaultsSection } from './faults-section'
import { JournalSection } from './journal-section'
import { NetworkSection } from './network-section'
import { RecordSection } from './record-section'
import { StartSection, StateSection } from './start-section'

const panels: Record<SectionName, ReactNode> = {
  start: <StartSection />,
  clock: <ClockSection />,
  network: <NetworkSection />,
  faults: <FaultsSection />,
  journal: <JournalSection />,
  contract: <ContractSection />,
  record: <RecordSection />,
  state: <StateSection />,
}

/** Available with a real server. */
const observerSections: readonly SectionName[] = ['journal', 'contract', 'record']

/** A sticky tab list on one line. */
const tabsClass =
  'gap-4! [&>[role=tablist]]:sticky [&>[role=tablist]]:top-0 [&>[role=tablist]]:z-1 [&>[role=tablist]]:-mx-4 [&>[role=tablist]]:flex-nowrap [&>[role=tablist]]:overflow-x-auto [&>[role=tablist]]:bg-canvas [&>[role=tablist]]:px-4'

export type DevtoolsPanelProps = {
  isInWindow: boolean
  /** False if it was open before a reload. */
  takesFocus: boolean
  onClose: () => void
}

/** Controls and logs of the platform, by section. Escape closes it. */
export function DevtoolsPanel({ isInWindow, takesFocus, onClose }: DevtoolsPanelProps) {
  const t = useTranslate()
  const isMocked = use(ControlsContext) !== null
  const { section } = usePanelState()
  const available = isMocked ? sections : observerSections
  const shown = available.includes(section) ? section : 'journal'
  const box = useRef<HTMLDivElement>(null)
  const isFocusPending = useRef(takesFocus)
  useEffect(() => {
    if (!isFocusPending.current) return
    const view = box.current?.ownerDocument.defaultView
    // One frame later: Base UI does not update the selected tab while the tab list has focus.
    const frame = view?.requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus(),
    )
    return () => {
      if (frame !== undefined) view?.cancelAnimationFrame(frame)
    }
  }, [])
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
    event.preventDefault()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles from the focused element inside.
    <div
      ref={box}
      onKeyDown={leave}
      className={cx(
        'overflow-y-auto bg-canvas px-4 pb-4',
        isInWindow ? 'h-dvh' : 'max-h-[45vh] border-b border-control',
      )}
    >
      <Tabs
        label={t('panel.sections')}
        className={tabsClass}
        value={shown}
        onChange={next => panelState.set({ section: next })}
        items={available.map(value => ({
          value,
          label: t(`section.${value}`),
          panel: <Section key={value}>{panels[value]}</Section>,
        }))}
      />
    </div>
  )
}

/** An error is confined to its section. */
function Section({ children }: { children: ReactNode }) {
  const t = useTranslate()
  return (
    <ErrorBoundary
      fallback={retry => (
        <SectionError
          title={t('panel.broken')}
          action={
            <Button size="sm" onClick={retry}>
              {t('panel.again')}
            </Button>
          }
        />
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
