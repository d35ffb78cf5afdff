import { useSyncExternalStore } from 'react'

export const sections = [
  'start',
  'clock',
  'network',
  'faults',
  'journal',
  'contract',
  'record',
  'state',
] as const

export type Section = (typeof sections)[number]

/** Where the deck stands: nowhere, under the strip, or in a window of its own. */
const places = ['closed', 'page', 'window'] as const

interface DeckState {
  place: (typeof places)[number]
  section: Section
}

/** Of this tab alone and until it is closed: most of what the deck does loads the page anew. */
const key = 'flagship.deck'

const kept = (): string => {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

const read = (): DeckState => {
  const [place, section] = kept().split(' ')
  return {
    place: places.find(one => one === place) ?? 'closed',
    section: sections.find(one => one === section) ?? 'start',
  }
}

let state = read()
const listeners = new Set<() => void>()

export const deckState = {
  get: (): DeckState => state,

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  set: (change: Partial<DeckState>): void => {
    state = { ...state, ...change }
    try {
      sessionStorage.setItem(key, `${state.place} ${state.section}`)
    } catch {
      // Without storage the deck is closed after the next load.
    }
    for (const listener of listeners) listener()
  },
}

export const useDeckState = (): DeckState => useSyncExternalStore(deckState.subscribe, deckState.get)
