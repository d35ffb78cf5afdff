import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Measures } from '../measures'
import { type Kind, logNetwork, type NetworkLog, type Sent } from '../network-log'
import { installPageProbe, type Marks } from '../page-probe'
import type { StorageState } from '../session'
import { blockingTime } from '../statistics'
import { CPU_SLOWDOWN, longLatency, type Network, slow4G } from '../throttling'

/** A first visit on a phone, with an empty cache. */
export interface FirstVisit {
  address: string
  marks: Marks
  /** The session, if signed in. */
  storageState?: StorageState
}

interface Conditions {
  network: Network
  slowdown: number
}

interface Loaded {
  page: Page
  log: NetworkLog
  debugging: CDPSession
  /** The end of the first load by the clock of the log: interactive, and no response for half a second. */
  endedAt: number
}

/** The first load is over after this time without a response, in milliseconds. */
const quiet = 500
/** Idle prefetches begin within this time after the first load. */
const idleBegins = 5000
const longest = 90_000

/** Loads a page for the first time and passes it to `use`; the context closes afterwards. */
async function load<Result>(
  browser: Browser,
  { address, marks, storageState }: FirstVisit,
  conditions: Conditions,
  use: (loaded: Loaded) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 412, height: 915 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    ...(storageState && { storageState }),
  })
  try {
    // tsx adds a helper for function names, which the page does not have.
    await context.addInitScript('globalThis.__name = value => value')
    await context.addInitScript(installPageProbe, marks)
    const page = await context.newPage()
    const debugging = await context.newCDPSession(page)
    const log = await logNetwork(debugging)
    const { latency, download, upload } = conditions.network
    await debugging.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: download,
      uploadThroughput: upload,
    })
    await debugging.send('Emulation.setCPUThrottlingRate', { rate: conditions.slowdown })
    const stands = await onStanding(debugging)
    await page.goto(address, { waitUntil: 'commit', timeout: longest })
    await stands(address)
    await untilQuiet(page, log, quiet)
    const { timestamp } = await debugging
      .send('Performance.enable')
      .then(() => debugging.send('Performance.getMetrics'))
      .then(({ metrics }) => ({ timestamp: metrics.find(({ name }) => name === 'Timestamp')?.value ?? 0 }))
    return await use({ page, log, debugging, endedAt: timestamp * 1000 })
  } finally {
    await context.close()
  }
}

/** Waits for a callback of the page: polling would delay its first paint on a throttled CPU. */
async function onStanding(debugging: CDPSession): Promise<(address: string) => Promise<void>> {
  await debugging.send('Runtime.enable')
  await debugging.send('Runtime.addBinding', { name: 'pageStands' })
  const said = new Promise<void>(resolve => debugging.on('Runtime.bindingCalled', () => resolve()))
  return async address => {
    const timeout = sleep(longest, 'timeout', { ref: false })
    if ((await Promise.race([said, timeout])) === 'timeout')
      throw new Error(`${address} did not come within ${longest / 1000} s.`)
  }
}

async function untilQuiet(page: Page, log: NetworkLog, milliseconds: number): Promise<void> {
  const until = Date.now() + longest
  while (log.quietFor() < milliseconds && Date.now() < until) await page.waitForTimeout(50)
}

const sumOf = (sent: readonly Sent[], kind?: Kind): number =>
  sent.filter(one => kind === undefined || one.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0) /
  1000

/** Transferred kB (1,000 bytes) by kind, and the number of files and API responses. */
const countSent = (sent: readonly Sent[]): Measures => ({
  requests: sent.length,
  calls: sent.filter(({ url }) => new URL(url).pathname.startsWith('/api/')).length,
  scripts: sent.filter(({ kind }) => kind === 'js').length,
  js: sumOf(sent, 'js'),
  css: sumOf(sent, 'css'),
  font: sumOf(sent, 'font'),
  html: sumOf(sent, 'html'),
  other: sumOf(sent, 'image') + sumOf(sent, 'data'),
  all: sumOf(sent),
})

/** Sizes and times of a first visit on slow 4G with CPU throttling, and what is prefetched afterwards. */
export const measureFirstVisit = (
  browser: Browser,
  visit: FirstVisit,
  then: (loaded: Loaded) => Promise<Measures> = async () => ({}),
): Promise<Measures> =>
  load(browser, visit, { network: slow4G, slowdown: CPU_SLOWDOWN }, async loaded => {
    const { page, log, endedAt } = loaded
    const times = await page.evaluate(() => {
      const { readyAt, contentAt, largestPaintAt, longTasks } = window.pageProbe
      const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
      const tasks = longTasks.map(({ duration }) => duration)
      return { readyAt, contentAt, largestPaintAt, firstPaint, tasks }
    })
    await page.waitForTimeout(idleBegins)
    await untilQuiet(page, log, 1500)
    await log.weigh(page)
    const first = log.sent().filter(({ askedAt }) => askedAt <= endedAt)
    const idle = log.sent().filter(({ askedAt }) => askedAt > endedAt)
    const { shifts, shifted } = await page.evaluate(() => window.pageProbe)
    if (shifts > 0) console.error(`Shifted at ${visit.address}:\n  ${shifted.join('\n  ')}`)
    return {
      ...countSent(first),
      firstPaint: times.firstPaint ?? Number.NaN,
      largestPaint: times.largestPaintAt,
      ready: times.readyAt ?? Number.NaN,
      content: times.contentAt ?? Number.NaN,
      blocking: blockingTime(times.tasks),
      shifts,
      idleRequests: idle.length,
      idleJs: sumOf(idle, 'js'),
      idleAll: sumOf(idle),
      ...(await then(loaded)),
    }
  })

/**
 * The number of sequential round trips until the page is interactive and until its content is visible: each takes
 * three seconds, and nothing else takes noticeable time.
 */
export const countDepth = (browser: Browser, visit: FirstVisit): Promise<Measures> =>
  load(browser, visit, { network: longLatency, slowdown: 1 }, async ({ page }) => {
    const { readyAt, contentAt } = await page.evaluate(() => window.pageProbe)
    const trips = (time: number | null) => Math.floor((time ?? Number.NaN) / longLatency.latency)
    return { depthReady: trips(readyAt), depthContent: trips(contentAt) }
  })
