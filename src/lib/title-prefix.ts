import { createListeners } from './create-listeners'

const SLOTS = ['exam', 'lab'] as const

type Slot = (typeof SLOTS)[number]

const prefixes: Record<Slot, string> = { exam: '', lab: '' }
let prefix = ''
const listeners = createListeners()

/** Prefix of every page's title: the exam's time, then a lab that stops soon. */
export const titlePrefix = {
  get: (): string => prefix,
  /** An empty text removes it. */
  set(slot: Slot, next: string): void {
    if (next === prefixes[slot]) return
    prefixes[slot] = next
    prefix = SLOTS.map(name => prefixes[name])
      .filter(Boolean)
      .join(' · ')
    listeners.emit()
  },
  subscribe: listeners.subscribe,
}
