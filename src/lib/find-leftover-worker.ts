/** The browser's workers; none on an insecure address, and refused in a sandboxed frame (F03). */
const workersOf = (): ServiceWorkerContainer | undefined => {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}

/**
 * Removes the worker of a simulated platform that this browser still has. A page without a worker starts at once, and the
 * look comes later; one that has a worker waits, lest it take the worker's answers for the server's.
 *
 * @param later runs the look when the page has time for it
 * @param reload gets the page out of the worker's hands; false where that was tried a moment ago
 * @returns whether the page may start
 */
export const dropLeftoverWorker = async (
  later: (look: () => void) => void,
  reload: () => boolean,
): Promise<boolean> => {
  const workers = workersOf()
  if (!workers) return true
  const remove = async () => (await import('./leftover-worker')).removeLeftoverWorker(workers)
  if (workers.controller) return !((await remove().catch(() => false)) && reload())
  later(() => {
    const look = async () => (await workers.getRegistrations()).length > 0 && remove()
    // Nothing on the page depends on it: the next start looks again.
    look().catch(() => {})
  })
  return true
}
