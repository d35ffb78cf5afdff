/**
 * Makes the browser's word about its connection that of the simulated platform, which needs none: on a train the
 * machine is offline and the platform is not. The browser's own events are kept from the page.
 * @returns tells the page of the connection's state; true until the first call
 */
export function simulateConnection(page: Window & typeof globalThis = window): (isOnline: boolean) => void {
  let isOnline = true
  Object.defineProperty(page.navigator, 'onLine', { configurable: true, get: () => isOnline })
  const own = new WeakSet<Event>()
  for (const type of ['online', 'offline']) {
    const hide = (event: Event) => {
      if (!own.has(event)) event.stopImmediatePropagation()
    }
    page.addEventListener(type, hide, { capture: true })
  }
  return next => {
    if (next === isOnline) return
    isOnline = next
    const event = new Event(next ? 'online' : 'offline')
    own.add(event)
    page.dispatchEvent(event)
  }
}
