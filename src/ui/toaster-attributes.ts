/** Identifies the toaster for dialogs and styles. */
export const toasterAttributes = { 'data-toaster': '' }

export function isInToaster(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-toaster]') !== null
}
