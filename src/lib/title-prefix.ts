import { createStore } from './store'

const prefixes = { exam: '', lab: '' }
const prefix = createStore('')

/** Prefix of every page's title: the exam's time, then a lab that stops soon. */
export const titlePrefix = {
  get: prefix.get,
  /** An empty text removes it. */
  set(slot: keyof typeof prefixes, next: string): void {
    prefixes[slot] = next
    prefix.set(Object.values(prefixes).filter(Boolean).join(' · '))
  },
  subscribe: prefix.subscribe,
}
