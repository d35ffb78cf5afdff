import { type KeyboardEvent, type ReactNode, use, useEffect, useRef } from 'react'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { SectionBoundary } from '../../ui/section-boundary'
import { SectionError } from '../../ui/section-error'
import { Tabs } from '../../ui/tabs'
import { ControlsContext } from '../controls'
import { deckState, type Section as SectionName, sections, useDeckState } from '../deck-state'
import { ContractPanel } from '../overlay/contract-panel'
import { RecordPanel } from '../record/record-panel'
import { useWords } from '../words'
import { ClockSection } from './clock-section'
import { FaultsSection } from './faults-section'
import { JournalSection } from './journal-section'
import { NetworkSection } from './network-section'
import { StartSection } from './start-section'
import { StateSection } from './state-section'

const panels: Record<SectionName, ReactNode> = {
  start: <StartSection />,
  clock: <ClockSection />,
  network: <NetworkSection />,
  faults: <FaultsSection />,
  journal: <JournalSection />,
  contract: <ContractPanel />,
  record: <RecordPanel />,
  state: <StateSection />,
}

/** What is left where a real server answers. */
const observing: readonly SectionName[] = ['journal', 'contract', 'record']

/** The list of sections stays in view, on one line. */
const tabsClass =
  'gap-4! [&>[role=tablist]]:sticky [&>[role=tablist]]:top-0 [&>[role=tablist]]:z-1 [&>[role=tablist]]:-mx-4 [&>[role=tablist]]:flex-nowrap [&>[role=tablist]]:overflow-x-auto [&>[role=tablist]]:bg-canvas [&>[role=tablist]]:px-4'

export type DeckProps = {
  isInWindow: boolean
  /** False where it only stands there still after a load of the page. */
  takesFocus: boolean
  onClose: () => void
}

/** All that a developer may do to the platform and see of it, by sections. Escape closes it. */
export function Deck({ isInWindow, takesFocus, onClose }: DeckProps) {
  const t = useWords()
  const isMocked = use(ControlsContext) !== null
  const { section } = useDeckState()
  const offered = isMocked ? sections : observing
  const shown = offered.includes(section) ? section : 'journal'
  const box = useRef<HTMLDivElement>(null)
  const isWanted = useRef(takesFocus)
  useEffect(() => {
    if (!isWanted.current) return
    const view = box.current?.ownerDocument.defaultView
    // A frame later: the list of tabs takes no note of which is chosen once the focus is inside of it.
    const frame = view?.requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus(),
    )
    return () => {
      if (frame !== undefined) view?.cancelAnimationFrame(frame)
    }
  }, [])
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes from whatever inside has the focus.
    <div
      ref={box}
      onKeyDown={leave}
      className={cx(
        'overflow-y-auto bg-canvas px-4 pb-4',
        isInWindow ? 'h-dvh' : 'max-h-[45vh] border-b border-control',
      )}
    >
      <Tabs
        label={t('deck.sections')}
        className={tabsClass}
        value={shown}
        onChange={next => deckState.set({ section: next })}
        items={offered.map(value => ({
          value,
          label: t(`section.${value}`),
          panel: <Section key={value}>{panels[value]}</Section>,
        }))}
      />
    </div>
  )
}

/** A section that breaks costs itself: the others are still needed to find out why. */
function Section({ children }: { children: ReactNode }) {
  const t = useWords()
  return (
    <SectionBoundary
      failed={retry => (
        <SectionError
          title={t('deck.broken')}
          action={
            <Button size="sm" onClick={retry}>
              {t('deck.again')}
            </Button>
          }
        />
      )}
    >
      {children}
    </SectionBoundary>
  )
}
