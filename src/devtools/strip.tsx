import { ChevronDown, ChevronUp, ExternalLink, FlaskConical } from 'lucide-react'
import { use, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Banner } from '../ui/banner'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { ControlsContext } from './controls'
import { Deck } from './deck/deck'
import { deckState, useDeckState } from './deck-state'
import { deckWindow } from './deck-window'
import { PlatformLine } from './platform-line'
import { Unmocked } from './unmocked'
import { useDeckKey } from './use-deck-key'
import { Violations } from './violations'
import { useWords } from './words'

/**
 * The line at the top of the document that says what this is, with the deck under it. It stands in the flow, so that
 * it covers nothing: opened, it pushes the page down.
 */
export function Strip() {
  const t = useWords()
  const controls = use(ControlsContext)
  const { place } = useDeckState()
  const [isRefused, setRefused] = useState(false)
  const isOpen = place !== 'closed'
  const toggle = useRef<HTMLButtonElement>(null)
  const before = useRef<Element | null>(null)
  const [isAsked, setAsked] = useState(false)
  const windowPlace = useSyncExternalStore(deckWindow.subscribe, deckWindow.place)

  const open = () => {
    before.current = document.activeElement
    setAsked(true)
    deckState.set({ place: 'page' })
  }
  const showViolations = () => {
    deckState.set({ section: 'contract' })
    if (place === 'closed') open()
  }
  const close = () => {
    deckWindow.close()
    deckState.set({ place: 'closed' })
    const last = before.current
    const target =
      last instanceof HTMLElement && last.isConnected && last !== document.body ? last : toggle.current
    target?.focus()
  }
  const openWindow = () => deckWindow.open({ title: t('window.title'), away: t('window.away') })
  const moveOut = () => {
    const isOpened = openWindow()
    setRefused(!isOpened)
    if (isOpened) deckState.set({ place: 'window' })
  }
  useDeckKey({ open, close, moveOut })
  useReattach(openWindow)

  return (
    <section aria-label={t(controls ? 'strip.label' : 'strip.labelObserver')} data-no-print>
      {controls && <Unmocked controls={controls} />}
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 border-b border-line bg-sunken px-4 text-xs max-lg:py-1 lg:flex-nowrap">
        <p className="flex items-center gap-1.5 font-medium lg:shrink-0">
          <FlaskConical className="size-4 shrink-0 text-accent-text" aria-hidden />
          {t(controls ? 'strip.what' : 'strip.observer')}
        </p>
        {controls && <PlatformLine />}
        <span className="ml-auto flex shrink-0 items-center justify-end gap-x-2">
          <Violations onShow={showViolations} />
          {isOpen && (
            <IconButton
              size="sm"
              label={t(place === 'window' ? 'strip.toWindow' : 'deck.toWindow')}
              icon={<ExternalLink className="size-4" aria-hidden />}
              onClick={place === 'window' ? deckWindow.focus : moveOut}
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
            {t(isOpen ? 'strip.close' : 'strip.open')}
          </Button>
        </span>
      </div>
      {isRefused && (
        <Banner tone="warning" isBleed role="alert">
          {t('window.refused')}
        </Banner>
      )}
      {place === 'page' && <Deck isInWindow={false} takesFocus={isAsked} onClose={close} />}
      {windowPlace && createPortal(<Deck isInWindow takesFocus onClose={close} />, windowPlace)}
    </section>
  )
}

function Chevron({ isUp }: { isUp: boolean }) {
  const Icon = isUp ? ChevronUp : ChevronDown
  return <Icon className="size-4" aria-hidden />
}

/** After a load of the page its window is found again, where it is still there. */
const useReattach = (find: () => boolean): void => {
  const latest = useRef(find)
  useEffect(() => {
    if (deckState.get().place !== 'window' || deckWindow.place()) return
    if (!latest.current()) deckState.set({ place: 'closed' })
  }, [])
}
