/** Undefined on an insecure origin; access throws in a sandboxed frame (F03). */
const getServiceWorkers = (): ServiceWorkerContainer | undefined => {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}

/**
 * Unregisters a service worker that a simulated platform left in this browser. A page that the worker controls has to
 * wait, because the worker would answer its requests; other pages start right away and check later.
 * @param whenIdle schedules the check
 * @param reload reloads the page; returns false if that was just tried
 * @returns whether the page may start
 */
export const dropMockWorker = async (
  whenIdle: (check: () => void) => void,
  reload: () => boolean,
): Promise<boolean> => {
  const workers = getServiceWorkers()
  if (!workers) return true
  const remove = async () => (await import('./remove-mock-worker')).removeMockWorker(workers)
  if (workers.controller) return !((await remove().catch(() => false)) && reload())
  whenIdle(() => {
    const check = async () => (await workers.getRegistrations()).length > 0 && remove()
    // Nothing depends on it; the next start checks again.
    check().catch(() => {})
  })
  return true
}
