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

/** Closed, below the toolbar, or in its own window. */
const modes = ['closed', 'page', 'window'] as const

interface PanelState {
  mode: (typeof modes)[number]
  section: Section
}

/** In sessionStorage, because most actions of the panel reload the page. */
const key = 'flagship.devtools'

const readStored = (): string => {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

const read = (): PanelState => {
  const [place, section] = readStored().split(' ')
  return {
    mode: modes.find(one => one === place) ?? 'closed',
    section: sections.find(one => one === section) ?? 'start',
  }
}

let state = read()
const listeners = new Set<() => void>()

export const panelState = {
  get: (): PanelState => state,

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  set: (change: Partial<PanelState>): void => {
    state = { ...state, ...change }
    try {
      sessionStorage.setItem(key, `${state.mode} ${state.section}`)
    } catch {
      // Without storage the panel is closed after a reload.
    }
    for (const listener of listeners) listener()
  },
}

export const usePanelState = (): PanelState => useSyncExternalStore(panelState.subscribe, panelState.get)
