import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Measures } from '../measures'
import { type Kind, logNetwork, type NetworkLog, type Sent } from '../network-log'
import { installPageProbe, type Marks } from '../page-probe'
import type { Kept } from '../session'
import { blockingTime } from '../statistics'
import { longWay, type Network, slow4G, slowdown } from '../throttling'

/** The first visit of an address: on a phone, with an empty cache. */
export interface FirstVisit {
  address: string
  marks: Marks
  /** Of whoever is signed in. */
  kept?: Kept
}

interface Conditions {
  network: Network
  slowdown: number
}

interface Loaded {
  page: Page
  log: NetworkLog
  debugging: CDPSession
  /** When the first load was over, by the clock of the log: the page answers, and nothing has come for half a second. */
  endedAt: number
}

/** For so long nothing may come before the first load is taken as over, in milliseconds. */
const quiet = 500
/** What the page fetches of itself when it has nothing else to do begins within this time after the first load. */
const idleBegins = 5000
const longest = 90_000

/** Loads a page for the first time and hands it over; the context ends with `use`. */
async function load<Result>(
  browser: Browser,
  { address, marks, kept }: FirstVisit,
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
    ...(kept && { storageState: kept }),
  })
  try {
    // The runner keeps the names of functions by a helper that the page does not have.
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

/** Waits for the page's own word: asking it again and again would cost the slow processor more than its first paint does. */
async function onStanding(debugging: CDPSession): Promise<(address: string) => Promise<void>> {
  await debugging.send('Runtime.enable')
  await debugging.send('Runtime.addBinding', { name: 'pageStands' })
  const said = new Promise<void>(resolve => debugging.on('Runtime.bindingCalled', () => resolve()))
  return async address => {
    const late = sleep(longest, 'late', { ref: false })
    if ((await Promise.race([said, late])) === 'late')
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

/** Bytes in kB of 1,000 by kind, and how many files and answers they are. */
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

/** Sizes and times of a first visit on slow 4G and a slow processor, and what is fetched afterwards without being asked for. */
export const measureFirstVisit = (
  browser: Browser,
  visit: FirstVisit,
  then: (loaded: Loaded) => Promise<Measures> = async () => ({}),
): Promise<Measures> =>
  load(browser, visit, { network: slow4G, slowdown }, async loaded => {
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
 * How many requests one after the other a page needs until it answers, and until what it is for is there: each takes three
 * seconds, and nothing else takes any time worth counting.
 */
export const countDepth = (browser: Browser, visit: FirstVisit): Promise<Measures> =>
  load(browser, visit, { network: longWay, slowdown: 1 }, async ({ page }) => {
    const { readyAt, contentAt } = await page.evaluate(() => window.pageProbe)
    const trips = (time: number | null) => Math.floor((time ?? Number.NaN) / longWay.latency)
    return { depthReady: trips(readyAt), depthContent: trips(contentAt) }
  })
