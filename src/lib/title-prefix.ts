let prefix = ''
const listeners = new Set<() => void>()

/** What stands before every page's title while it matters on any page: a lab that is about to stop. */
export const titlePrefix = {
  get: (): string => prefix,
  /** An empty text takes it away. */
  set(next: string): void {
    if (next === prefix) return
    prefix = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
