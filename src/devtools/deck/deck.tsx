import { ExternalLink, PanelTop, X } from 'lucide-react'
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

export type DeckProps = {
  id?: string
  isInWindow: boolean
  onClose: () => void
  /** Into a window of its own, or back under the strip. */
  onMove: () => void
}

/** All that a developer may do to the platform and see of it, by sections. Escape closes it. */
export function Deck({ id, isInWindow, onClose, onMove }: DeckProps) {
  const t = useWords()
  const isMocked = use(ControlsContext) !== null
  const { section } = useDeckState()
  const offered = isMocked ? sections : observing
  const shown = offered.includes(section) ? section : 'journal'
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }, [])
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  const Move = isInWindow ? PanelTop : ExternalLink
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes from whatever inside has the focus.
    <div
      id={id}
      ref={box}
      onKeyDown={leave}
      className={cx(
        'relative overflow-y-auto bg-canvas px-4 pb-4',
        isInWindow ? 'min-h-dvh' : 'max-h-[45vh] border-b border-control',
      )}
    >
      <div className="float-right ml-2 flex">
        <Button size="sm" variant="quiet" icon={<Move className="size-4" aria-hidden />} onClick={onMove}>
          {isInWindow ? t('deck.toPage') : t('deck.toWindow')}
        </Button>
        <Button size="sm" variant="quiet" icon={<X className="size-4" aria-hidden />} onClick={onClose}>
          {t('deck.close')}
        </Button>
      </div>
      <Tabs
        label={t('deck.sections')}
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
