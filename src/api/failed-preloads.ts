const refetch = ({ target }: Event): void => {
  if (target instanceof HTMLLinkElement && target.rel === 'modulepreload') fetch(target.href).catch(() => {})
}

/**
 * WebKit keeps a failed `modulepreload` in its memory cache for about five seconds, also across a reload, and meanwhile
 * fails every import of the file without a request. A request of another kind replaces the entry even when it fails too.
 */
export const forgetFailedPreloads = (): void => {
  // Errors of elements do not bubble.
  window.addEventListener('error', refetch, { capture: true })
}
