import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { type Network, openVisit, phone, type StorageState, slowDown, type Visit } from './browser'
import { logNetwork, type NetworkLog } from './network-log'
import type { Marks } from './page-probe'

/** A visit on a phone, with an empty cache unless `isWarm`. */
export interface FirstVisit {
  address: string
  marks: Marks
  session?: StorageState
  /** Visits the page before, so that the cache holds its files. */
  isWarm?: boolean
}

export interface Loaded extends Visit {
  log: NetworkLog
  /** The end of the first load by the clock of the log: interactive, and no response for half a second. */
  endedAt: number
}

/** The first load is over after this time without a response, in milliseconds. */
const quiet = 500
/** Idle prefetches begin within this time after the first load. */
export const idleBegins = 5000
const longest = 90_000

/** Loads a page and passes it to `use`; the context closes afterwards. */
export async function load<Result>(
  browser: Browser,
  { address, isWarm = false, ...visiting }: FirstVisit,
  { network, slowdown }: { network: Network; slowdown: number },
  use: (loaded: Loaded) => Promise<Result>,
): Promise<Result> {
  const visit = await openVisit(browser, { device: phone, ...visiting })
  const { page, debugging } = visit
  try {
    if (isWarm) await fillCache(page, address)
    const log = await logNetwork(debugging)
    await debugging.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latency,
      downloadThroughput: network.download,
      uploadThroughput: network.upload,
    })
    await slowDown(visit, slowdown)
    const waitUntilReady = await listenForPageReady(debugging)
    await page.goto(address, { waitUntil: 'commit', timeout: longest })
    await waitUntilReady(address)
    await untilQuiet(log, quiet)
    await debugging.send('Performance.enable')
    const { metrics } = await debugging.send('Performance.getMetrics')
    const timestamp = metrics.find(({ name }) => name === 'Timestamp')?.value ?? 0
    return await use({ ...visit, log, endedAt: timestamp * 1000 })
  } finally {
    await visit.close()
  }
}

/** Everything that the page prefetches is in the cache too. */
async function fillCache(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.waitForTimeout(idleBegins)
  await page.goto('about:blank')
}

/** Waits for a callback of the page: polling would delay its first paint on a throttled CPU. */
async function listenForPageReady(debugging: CDPSession): Promise<(address: string) => Promise<void>> {
  await debugging.send('Runtime.enable')
  await debugging.send('Runtime.addBinding', { name: 'reportPageReady' })
  const isReady = new Promise<void>(resolve => debugging.on('Runtime.bindingCalled', () => resolve()))
  return async address => {
    const timeout = sleep(longest, 'timeout', { ref: false })
    if ((await Promise.race([isReady, timeout])) === 'timeout')
      throw new Error(`${address} did not come within ${longest / 1000} s.`)
  }
}

export async function untilQuiet(log: NetworkLog, milliseconds: number): Promise<void> {
  const until = Date.now() + longest
  while (log.quietFor() < milliseconds && Date.now() < until) await sleep(50)
}
