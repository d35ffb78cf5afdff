import { createListeners } from '../../lib/create-listeners'

let isOpen = false
const listeners = createListeners()
const setOpen = (next: boolean): void => {
  if (isOpen === next) return
  isOpen = next
  listeners.emit()
}

let opener: Element | null = null

/** What another feature writes on behalf of the user, who can change it before sending. */
export interface FeedbackPrefill {
  text: string
  file: File | null
}

let prefill: FeedbackPrefill | null = null

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
  /** Opens the dialog with a text and a file. A draft and a chosen file of the user stay. */
  openWith: (next: FeedbackPrefill): void => {
    prefill = next
    feedbackDialog.open()
  },
  close: (): void => {
    prefill = null
    setOpen(false)
  },
  /** Until the dialog closes. */
  getPrefill: (): FeedbackPrefill | null => prefill,
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
