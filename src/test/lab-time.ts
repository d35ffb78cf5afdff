import { installFakeClock } from './fake-clock'
import { createLabBrowser, createLabServer, labTask } from './fake-labs'

/** Waits for answers. */
export const settle = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

export const setupLab = async (locks?: null) => {
  const clock = installFakeClock()
  const server = createLabServer()
  const browser = createLabBrowser(server, locks)
  /** Passes time, with time for answers. */
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds * 2; passed += 1) {
      clock.advance(500)
      await settle()
    }
  }
  /** The number of requests while time passes. */
  const countRequests = async (seconds: number) => {
    const before = server.requests
    await pass(seconds)
    return server.requests - before
  }
  const openTab = async () => {
    const tab = browser.openTab()
    tab.tracker.track(labTask)
    await settle()
    return tab
  }
  return { clock, server, browser, pass, countRequests, openTab }
}
