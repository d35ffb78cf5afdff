type Listener = () => void

let isOpen = false
const listeners = new Set<Listener>()
const tell = (next: boolean): void => {
  if (isOpen === next) return
  isOpen = next
  for (const listener of listeners) listener()
}

/** Whether the list of shortcuts is shown: the `?` key and the button in the footer open the same one. */
export const shortcutsDialog = {
  isOpen: (): boolean => isOpen,
  open: (): void => tell(true),
  close: (): void => tell(false),
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
