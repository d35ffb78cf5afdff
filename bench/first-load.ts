import type { Browser } from '@playwright/test'
import { CPU_SLOWDOWN, fast4G, longLatency, type Network, signIn, slow4G } from './lib/browser'
import { type FirstVisit, idleBegins, type Loaded, load, untilQuiet } from './lib/first-visit'
import { getKind, type Kind, type Sent } from './lib/network-log'
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
const countDepth = (browser: Browser, visit: FirstVisit, presses: readonly Press[]): Promise<Measures> =>
  load(browser, visit, { network: longLatency, slowdown: 1 }, async ({ page }) => {
    const { readyAt, contentAt } = await page.evaluate(() => window.pageProbe)
    const trips = (time: number | null) => Math.floor((time ?? Number.NaN) / longLatency.latency)
    const depths: Measures = { depthReady: trips(readyAt), depthContent: trips(contentAt) }
    for (const { measure, link, content } of presses) {
      const since = Date.now()
      await page.locator(link).first().click()
      await page.locator(content).first().waitFor()
      depths[measure] = trips(Date.now() - since)
    }
    return depths
  })

/** A press on a link of the page that was opened last, and the content of the next one. */
interface Press {
  measure: string
  link: string
  content: string
}

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
  isWarm?: boolean
  /** Presses that follow where the round trips are counted. */
  presses?: readonly Press[]
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
const ofMembers = { isSignedIn: true, floor: floorList }
const groups: Place = {
  ...ofMembers,
  name: '/groups',
  path: '/groups',
  marks: { ready: 'header a', content: 'main li h3 a' },
  presses: [
    { measure: 'depthGroup', link: 'main a[href="/group/1"]', content: `main a[href="${task}"]` },
    { measure: 'depthTask', link: `main a[href="${task}"]`, content: taskMarks.content },
  ],
}
const onTask: Place = { ...ofMembers, name: 'a task', path: task, marks: taskMarks }

const places: readonly Place[] = [
  login,
  groups,
  { ...login, name: '/login on fast 4G', network: fast4G },
  { ...groups, name: '/groups on fast 4G', network: fast4G },
  { ...ofMembers, name: '/', path: '/', marks: { ready: 'header a', content: 'main h2' } },
  {
    ...ofMembers,
    name: 'a group',
    path: '/group/1',
    marks: { ready: 'header a', content: `main a[href="${task}"]` },
  },
  {
    ...ofMembers,
    name: 'a leaderboard',
    path: '/group/1/leaderboard',
    marks: { ready: 'header a', content: 'main tbody tr' },
  },
  onTask,
  { ...groups, name: '/groups, cached', isWarm: true },
  { ...onTask, name: 'a task, cached', isWarm: true },
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
  const { path, marks, isSignedIn = false, isWarm = false, presses = [], floor, afterwards } = place
  const { on = 'usual', network = slow4G } = place
  const site = sites[on]
  const measure = async (
    visit: () => Promise<FirstVisit>,
    presses: readonly Press[] = [],
    then?: After,
  ): Promise<Measures> => {
    // Identical in each round, and slow.
    const isCounted = round === 0 && network === slow4G && !isWarm
    const depth = isCounted ? await countDepth(browser, await visit(), presses) : {}
    return { ...(await measureFirstVisit(browser, await visit(), network, then)), ...depth }
  }
  const ofFloor =
    floor && (await measure(async () => ({ address: site.floor + floor.path, marks: floor.marks, isWarm })))
  const product = await measure(
    async () => ({
      address: site.product + path,
      marks,
      isWarm,
      ...(isSignedIn && { session: await signIn(site.product) }),
    }),
    presses,
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

const pages = ['/login', '/groups', '/', 'a group', 'a leaderboard', 'a task'] as const

/** A page of members: when its content is there, and how long it blocks the main thread, both beside the floor's list. */
const ofMember = (target: string, content: number, blocking: number): Budget[] => [
  atMostTimesFloor({ target, what: 'content / floor', limit: content, measure: 'content' }),
  atMostTimesFloor({ target, what: 'total blocking time / floor', limit: blocking, measure: 'blocking' }),
]

const loginTo = (measure: string, what: string, limit: number): Budget =>
  atMostTimesFloor({ target: '/login', what: `${what} / floor`, limit, measure })

const budgets: readonly Budget[] = [
  scripts('/login', 1.38),
  scripts('/groups', 1.8),
  scripts('a task', 2.42),
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
  ...ofMember('/groups', 1.1, 1.5),
  ...ofMember('/', 1.1, 1.5),
  ...ofMember('a group', 1.2, 1.8),
  ...ofMember('a leaderboard', 1.3, 2.4),
  ...ofMember('a task', 1.45, 2.8),
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
  ...['depthGroup', 'depthTask'].map(measure =>
    inEveryRound({ target: '/groups', what: `requests one after the other (${measure})`, limit: 1, measure }),
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
    depthGroup: 'requests one after the other until a group that is pressed',
    depthTask: 'requests one after the other until a task that is pressed',
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
