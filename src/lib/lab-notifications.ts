import { createListeners } from './create-listeners'
import { storage } from './storage'

const listeners = createListeners()

/** The user's setting for notifications about a lab that stops soon; the browser's permission is separate. */
export const labNotifications = {
  isOn: (): boolean => storage.get('flagship.labNotices') === 'on',
  set(isOn: boolean): void {
    storage.set('flagship.labNotices', isOn ? 'on' : 'off')
    listeners.emit()
  },
  subscribe: listeners.subscribe,
}
