import { createListeners } from '../../lib/create-listeners'

let isOpen = false
const listeners = createListeners()
const setOpen = (next: boolean): void => {
  if (isOpen === next) return
  isOpen = next
  listeners.emit()
}

let opener: Element | null = null

const canFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.isConnected &&
  element.checkVisibility?.() !== false

/**
 * Open state of the feedback dialog. Not component state: the layout can unmount while a message is being
 * sent.
 */
export const feedbackDialog = {
  isOpen: (): boolean => isOpen,
  open: (): void => {
    opener = document.activeElement
    setOpen(true)
  },
  close: (): void => setOpen(false),
  subscribe: listeners.subscribe,
  /**
   * Where focus returns: the element that opened the dialog, or if it is gone the first visible dialog button
   * of the header.
   */
  returnTo: {
    get current(): HTMLElement | null {
      if (canFocus(opener)) return opener
      const buttons = document.querySelectorAll('[data-shell] [aria-haspopup="dialog"]')
      return [...buttons].find(canFocus) ?? null
    },
  },
}
