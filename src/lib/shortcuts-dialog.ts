import { createListeners } from './create-listeners'

let isOpen = false
const listeners = createListeners()
const setOpen = (next: boolean): void => {
  if (isOpen === next) return
  isOpen = next
  listeners.emit()
}

/** Whether the shortcuts dialog is open; the `?` key and the footer button share it. */
export const shortcutsDialog = {
  isOpen: (): boolean => isOpen,
  open: (): void => setOpen(true),
  close: (): void => setOpen(false),
  subscribe: listeners.subscribe,
}
