import { useSyncExternalStore } from 'react'
import { createListeners } from '../../lib/create-listeners'
import { storage } from '../../lib/storage'

const listeners = createListeners()

/** User preference, stored on this device. */
export const clockVisibility = {
  isShown: (): boolean => storage.get('flagship.examClock') !== 'hidden',
  set(isShown: boolean): void {
    storage.set('flagship.examClock', isShown ? 'shown' : 'hidden')
    listeners.emit()
  },
  subscribe: listeners.subscribe,
}

export const useIsClockShown = (): boolean =>
  useSyncExternalStore(clockVisibility.subscribe, clockVisibility.isShown, clockVisibility.isShown)
