import { createStore } from '../../lib/store'

const openState = createStore(false)

/** Whether the command palette is open. */
export const commandPalette = {
  ...openState,
  open: (): void => openState.set(true),
  close: (): void => openState.set(false),
}
