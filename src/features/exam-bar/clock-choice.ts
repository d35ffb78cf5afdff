import { storage } from '../../lib/storage'

const listeners = new Set<() => void>()

/** Whether the bar shows the time: the person's own choice, kept on this device. */
export const clockChoice = {
  isShown: (): boolean => storage.get('flagship.examClock') !== 'hidden',
  set(isShown: boolean): void {
    storage.set('flagship.examClock', isShown ? 'shown' : 'hidden')
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
