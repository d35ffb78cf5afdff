import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession } from '@playwright/test'
import {
  CPU_SLOWDOWN,
  fast4G,
  longLatency,
  type Network,
  openVisit,
  phone,
  type StorageState,
  signIn,
  slow4G,
  slowDown,
  type Visit,
} from './lib/browser'
import { getKind, type Kind, logNetwork, type NetworkLog, type Sent } from './lib/network-log'
import type { Marks } from './lib/page-probe'
import { type Site, startSites } from './lib/sites'
import { blockingTime, median } from './lib/statistics'
import {
  atMostTimesFloor,
  type Budget,
  getValues,
  inEveryRound,
  type Measures,
  type Suite,
} from './lib/suite'

/** A first visit on a phone, with an empty cache. */
interface FirstVisit {
  address: string
  marks: Marks
  session?: StorageState
}

interface Loaded extends Visit {
  log: NetworkLog
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
  { address, ...visiting }: FirstVisit,
  { network, slowdown }: { network: Network; slowdown: number },
  use: (loaded: Loaded) => Promise<Result>,
): Promise<Result> {
  const visit = await openVisit(browser, { device: phone, ...visiting })
  const { page, debugging } = visit
  try {
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

async function untilQuiet(log: NetworkLog, milliseconds: number): Promise<void> {
  const until = Date.now() + longest
  while (log.quietFor() < milliseconds && Date.now() < until) await sleep(50)
}

const getSum = (sent: readonly Sent[], kind?: Kind): number =>
  sent.filter(one => kind === undefined || one.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0) /
  1000

/** Transferred kB (1,000 bytes) by kind, and the number of files and API responses. */
const countSent = (sent: readonly Sent[]): Measures => ({
  requests: sent.length,
  calls: sent.filter(({ url }) => new URL(url).pathname.startsWith('/api/')).length,
  scripts: sent.filter(({ kind }) => kind === 'js').length,
  js: getSum(sent, 'js'),
  css: getSum(sent, 'css'),
  font: getSum(sent, 'font'),
  html: getSum(sent, 'html'),
  other: getSum(sent, 'image') + getSum(sent, 'data'),
  all: getSum(sent),
})

/** Sizes and times of a first visit with CPU throttling, and what is prefetched afterwards. */
const measureFirstVisit = (
  browser: Browser,
  visit: FirstVisit,
  network: Network,
  then?: After,
): Promise<Measures> =>
  load(browser, visit, { network, slowdown: CPU_SLOWDOWN }, async loaded => {
    const { page, log, endedAt } = loaded
    const times = await page.evaluate(() => {
      const { readyAt, contentAt, largestPaintAt, longTasks } = window.pageProbe
      const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
      const tasks = longTasks.map(({ duration }) => duration)
      return { readyAt, contentAt, largestPaintAt, firstPaint, tasks }
    })
    await page.waitForTimeout(idleBegins)
    await untilQuiet(log, 1500)
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
      idleJs: getSum(idle, 'js'),
      idleAll: getSum(idle),
      jsInAll: getSum([...first, ...idle], 'js'),
      ...(await then?.(loaded)),
    }
  })

/**
 * The number of sequential round trips until the page is interactive and until its content is visible: each takes
 * three seconds, and nothing else takes noticeable time.
 */
const countDepth = (browser: Browser, visit: FirstVisit): Promise<Measures> =>
  load(browser, visit, { network: longLatency, slowdown: 1 }, async ({ page }) => {
    const { readyAt, contentAt } = await page.evaluate(() => window.pageProbe)
    const trips = (time: number | null) => Math.floor((time ?? Number.NaN) / longLatency.latency)
    return { depthReady: trips(readyAt), depthContent: trips(contentAt) }
  })

type After = (loaded: Loaded) => Promise<Measures>

/** An interactive page must react to a click. Throws if it does not. */
const checkAnswers: After = async ({ page }) => {
  await page.getByRole('button', { name: 'Показать пароль' }).click()
  await page.locator('input[name="password"][type="text"]').waitFor({ timeout: 5000 })
  return {}
}

/** Opens the terminal by one tap: transferred bytes, cached bytes and time. */
const openTerminal: After = async ({ page, log }) => {
  const before = log.sent()
  const early = before.filter(({ url }) => /\/terminal[^/]*\.(?:html|js|css)$/.test(new URL(url).pathname))
  const since = Date.now()
  await page.locator('a[href*="pane=terminal"]:visible').first().click()
  const rows = page.frameLocator('#terminal-frame').locator('.xterm-rows')
  await rows.filter({ hasText: '$' }).waitFor({ timeout: 60_000 })
  const until = Date.now()
  await page.waitForTimeout(1000)
  await log.weigh(page)
  const later = log.sent().slice(before.length)
  const bytes = (kind: Kind) => getSum(later.filter(({ url }) => getKind(url) === kind))
  return {
    terminalEarly: early.length,
    terminalJs: bytes('js'),
    terminalCss: bytes('css'),
    terminalRequests: later.length,
    terminalOpen: until - since,
  }
}

interface Place {
  name: string
  path: string
  marks: Marks
  isSignedIn?: boolean
  /** The page of the floor to compare it with. */
  floor?: { path: string; marks: Marks }
  on?: 'usual' | 'lab'
  /** Slow 4G by default. */
  network?: Network
  afterwards?: After
}

/** A task with a lab and a terminal. */
const task = '/group/1/task/104'
const taskMarks = { ready: 'textarea[name="flags"]', content: 'section[aria-labelledby="description"] p' }
const floorList = { path: '/groups', marks: { ready: 'h1', content: 'main li h3 a' } }

const login: Place = {
  name: '/login',
  path: '/login',
  marks: { ready: 'input[name="password"]', content: 'input[name="password"]' },
  floor: { path: '/login', marks: { ready: 'h1', content: 'h1' } },
  afterwards: checkAnswers,
}
const groups: Place = {
  name: '/groups',
  path: '/groups',
  marks: { ready: 'header a', content: 'main li h3 a' },
  isSignedIn: true,
  floor: floorList,
}

const places: readonly Place[] = [
  login,
  groups,
  { ...login, name: '/login on fast 4G', network: fast4G },
  { ...groups, name: '/groups on fast 4G', network: fast4G },
  { name: 'a task', path: task, marks: taskMarks, isSignedIn: true, floor: floorList },
  {
    name: 'a terminal',
    path: task,
    marks: taskMarks,
    isSignedIn: true,
    on: 'lab',
    afterwards: openTerminal,
  },
]

async function measurePlace(browser: Browser, sites: Sites, place: Place, round: number) {
  const { path, marks, isSignedIn = false, floor, on = 'usual', network = slow4G, afterwards } = place
  const site = sites[on]
  const measure = async (visit: () => Promise<FirstVisit>, then?: After): Promise<Measures> => {
    // Identical in each round, and slow.
    const depth = round === 0 && network === slow4G ? await countDepth(browser, await visit()) : {}
    return { ...(await measureFirstVisit(browser, await visit(), network, then)), ...depth }
  }
  const ofFloor =
    floor && (await measure(async () => ({ address: site.floor + floor.path, marks: floor.marks })))
  const product = await measure(
    async () => ({
      address: site.product + path,
      marks,
      ...(isSignedIn && { session: await signIn(site.product) }),
    }),
    afterwards,
  )
  return { product, ...(ofFloor && { floor: ofFloor }) }
}

type Sites = Record<'usual' | 'lab', Site>

/** Scripts are always compared with those of the floor's `/login`. */
const scripts = (target: string, limit: number): Budget => ({
  target,
  beside: '/login',
  what: "scripts / those of the floor's /login",
  limit,
  is: 'at most',
  unit: '×',
  of: samples =>
    median(getValues(samples.get(target), 'product', 'js')) /
    median(getValues(samples.get('/login'), 'floor', 'js')),
})

const pages = ['/login', '/groups', 'a task'] as const

const loginTo = (measure: string, what: string, limit: number): Budget =>
  atMostTimesFloor({ target: '/login', what: `${what} / floor`, limit, measure })

const budgets: readonly Budget[] = [
  scripts('/login', 1.34),
  scripts('/groups', 1.78),
  scripts('a task', 2.36),
  loginTo('jsInAll', 'scripts with those when idle', 1.6),
  // Its first load alone is 1.66 times the floor; on a slow connection nothing worth mentioning may follow.
  atMostTimesFloor({
    target: '/groups',
    what: 'scripts with those when idle / floor',
    limit: 1.76,
    measure: 'jsInAll',
  }),
  loginTo('firstPaint', 'first contentful paint', 0.4),
  loginTo('largestPaint', 'largest contentful paint', 0.45),
  loginTo('blocking', 'total blocking time', 1.5),
  loginTo('ready', 'answers', 1),
  ...[...pages, 'a terminal'].map(target =>
    // Of the fonts, which may arrive after the text.
    inEveryRound({ target, what: 'layout shift', limit: 0.001, measure: 'shifts' }),
  ),
  // The shell is the document and its resources; then two waves: session and code, then data.
  ...pages.map(target =>
    inEveryRound({
      target,
      what: 'requests one after the other until its content',
      limit: 4,
      measure: 'depthContent',
    }),
  ),
  inEveryRound({
    target: 'a terminal',
    what: "the terminal's files before it is opened",
    limit: 0,
    measure: 'terminalEarly',
  }),
]

/** First visits of common entry pages, compared with a floor of the same packages. */
export const firstLoadSuite: Suite<Sites> = {
  name: 'first load',
  note: `Milliseconds and kB of 1,000 bytes as they are sent; slow 4G (562.5 ms for each request) unless the name says fast 4G (165 ms), HTTP/2, CPU ${CPU_SLOWDOWN} times slower, a phone of 412 × 915, nothing in the cache. A first load ends when the page answers and nothing has come for half a second.`,
  targets: places.map(place => ({
    name: place.name,
    measure: (browser, sites, round) => measurePlace(browser, sites, place, round),
  })),
  titles: {
    js: 'scripts, kB',
    css: 'styles, kB',
    font: 'fonts, kB',
    html: 'documents, kB',
    other: 'pictures, calls and the rest, kB',
    all: 'all of the first load, kB',
    scripts: 'scripts, files',
    calls: 'calls of the API',
    requests: 'requests',
    depthReady: 'requests one after the other until it answers',
    depthContent: 'requests one after the other until its content',
    firstPaint: 'first contentful paint',
    largestPaint: 'largest contentful paint',
    ready: 'answers',
    content: 'content is there',
    blocking: 'total blocking time since navigation',
    shifts: 'layout shift',
    idleRequests: 'requests when idle',
    idleJs: 'scripts when idle, kB',
    idleAll: 'all when idle, kB',
    jsInAll: 'scripts with those when idle, kB',
    terminalEarly: "the terminal's files before it is opened",
    terminalRequests: 'requests when it is opened',
    terminalJs: 'scripts when it is opened, kB',
    terminalCss: 'styles when it is opened, kB',
    terminalOpen: 'from the click to its prompt',
  },
  budgets,
  start: () =>
    startSites({
      usual: { answers: ['/api/groups'] },
      lab: { scenario: 'labRunning', answers: [] },
    }),
}
