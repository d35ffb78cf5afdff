import { storage } from './storage'

const listeners = new Set<() => void>()

/** Whether the system may tell of a lab that is about to stop: the person's own word, beside the browser's permission. */
export const labNotices = {
  isOn: (): boolean => storage.get('flagship.labNotices') === 'on',
  set(isOn: boolean): void {
    storage.set('flagship.labNotices', isOn ? 'on' : 'off')
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
