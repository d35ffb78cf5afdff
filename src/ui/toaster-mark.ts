/** The attribute by which dialogs and styles know the toaster. */
export const toasterMark = { 'data-toaster': '' }

/** Whether an event happened on a toast. */
export function isInToaster(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-toaster]') !== null
}
