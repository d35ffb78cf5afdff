/** Whether nothing has the focus, as after the focused element was removed. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Ref callbacks: the element takes the focus when it appears. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
export const focusWithoutScroll = (element: HTMLElement | null): void =>
  element?.focus({ preventScroll: true })
