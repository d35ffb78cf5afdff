type Listener = () => void

let isOpen = false
const listeners = new Set<Listener>()
const tell = (next: boolean): void => {
  if (isOpen === next) return
  isOpen = next
  for (const listener of listeners) listener()
}

let opener: Element | null = null

const canFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.isConnected &&
  element.checkVisibility?.() !== false

/**
 * Whether the feedback dialog is shown. It is no frame's own state: a frame goes when its page does, and a message may
 * be under way.
 */
export const feedbackDialog = {
  isOpen: (): boolean => isOpen,
  open: (): void => {
    opener = document.activeElement
    tell(true)
  },
  close: (): void => tell(false),
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /**
   * Where focus returns: to what opened the dialog. When that has gone, with its page or its menu, to what opens the
   * dialog now, or on a narrow screen the menu with that button.
   */
  returnTo: {
    get current(): HTMLElement | null {
      if (canFocus(opener)) return opener
      const buttons = document.querySelectorAll('[data-shell] [aria-haspopup="dialog"]')
      return [...buttons].find(canFocus) ?? null
    },
  },
}
