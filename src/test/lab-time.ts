import { holdClock } from './fake-clock'
import { createLabBrowser, createLabServer, place } from './fake-labs'

/** Lets every answer arrive. */
export const settle = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise(resolve => setImmediate(resolve))
}

/** A lab, its browser, and the time that passes for both. */
export const beginLab = async (locks?: null) => {
  const clock = holdClock()
  const server = createLabServer()
  const browser = createLabBrowser(server, locks)
  /** Lets so many seconds pass, answers in between. */
  const pass = async (seconds: number) => {
    for (let spent = 0; spent < seconds * 2; spent += 1) {
      clock.advance(500)
      await settle()
    }
  }
  /** How many questions come in so many seconds. */
  const asksIn = async (seconds: number) => {
    const before = server.asked
    await pass(seconds)
    return server.asked - before
  }
  const openTab = async () => {
    const tab = browser.openTab()
    tab.tracker.follow(place)
    await settle()
    return tab
  }
  return { clock, server, browser, pass, asksIn, openTab }
}
