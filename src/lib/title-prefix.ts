const slots = ['exam', 'lab'] as const

type Slot = (typeof slots)[number]

const words: Record<Slot, string> = { exam: '', lab: '' }
let prefix = ''
const listeners = new Set<() => void>()

/** What stands before every page's title while it matters on any page: the time of an exam, then a lab that is about to stop. */
export const titlePrefix = {
  get: (): string => prefix,
  /** An empty text takes the slot's words away. */
  set(slot: Slot, next: string): void {
    if (next === words[slot]) return
    words[slot] = next
    prefix = slots
      .map(name => words[name])
      .filter(Boolean)
      .join(' · ')
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
