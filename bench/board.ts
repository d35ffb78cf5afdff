import type { Browser, Page } from '@playwright/test'
import {
  CPU_SLOWDOWN,
  getHeap,
  openVisit,
  signIn,
  untilContent,
  type Visit,
  withSlowCpu,
} from './lib/browser'
import {
  compareInteractions,
  hover,
  type Interaction,
  interactionBudgets,
  interactionTitles,
  searching,
} from './lib/interaction'
import { type Site, startSites } from './lib/sites'
import { blockingTime, median, quantile } from './lib/statistics'
import {
  atMostTimesFloor,
  type Budget,
  inEveryRound,
  type Measures,
  type Pair,
  type Suite,
} from './lib/suite'

const groupPage = '/group/7'
const boardPage = `${groupPage}/leaderboard`
const boardPath = '/api/leaderboard/group/7'

/** Rows of data, without spacers and headers. */
const rowSelector = 'tbody tr[aria-rowindex]'
const marks = { ready: 'main input[type="search"]', content: rowSelector }

/** Opens an empty page; only the product signs in. */
async function openBoardVisit(browser: Browser, origin: string, isSignedIn: boolean): Promise<Visit> {
  const session = isSignedIn ? { session: await signIn(origin) } : {}
  const visit = await openVisit(browser, { marks, ...session })
  // CPU time, so other programs on the machine do not count.
  await visit.debugging.send('Performance.enable', { timeDomain: 'threadTicks' })
  return visit
}

/** CPU time of the main thread so far, with throttling, in milliseconds. */
async function getWork({ debugging }: Visit): Promise<number> {
  const { metrics } = await debugging.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** Opens the URL of a leaderboard. */
async function loadBoard(visit: Visit, origin: string): Promise<Measures> {
  const workBefore = await getWork(visit)
  await visit.page.goto(origin + boardPage, { waitUntil: 'commit' })
  const firstRow = await untilContent(visit)
  return { firstRow, ...(await afterFirstRow(visit, { firstRow, since: 0, workBefore })) }
}

/** Opens the group and clicks its leaderboard link without hovering, so that nothing is preloaded. */
async function clickToBoard(visit: Visit, origin: string): Promise<Measures> {
  const { page } = visit
  await page.goto(origin + groupPage, { waitUntil: 'commit' })
  const link = page.locator(`a[href$="${boardPage}"]`).first()
  await link.waitFor()
  // Idle work of the app is done by then.
  await page.waitForTimeout(3000)
  const workBefore = await getWork(visit)
  const since = await link.evaluate((element: HTMLElement) => {
    window.pageProbe.watchContent()
    const now = performance.now()
    element.click()
    return now
  })
  const firstRow = await untilContent(visit)
  return { sinceClick: firstRow - since, ...(await afterFirstRow(visit, { firstRow, since, workBefore })) }
}

async function afterFirstRow(
  visit: Visit,
  { firstRow, since, workBefore }: { firstRow: number; since: number; workBefore: number },
): Promise<Measures> {
  await visit.page.waitForTimeout(1500)
  const work = (await getWork(visit)) - workBefore
  const page = await visit.page.evaluate(
    ([path, rowSelector]) => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const entry = entries.find(({ name }) => new URL(name).pathname === path)
      return {
        askedAt: entry?.startTime ?? Number.NaN,
        arrivedAt: entry?.responseEnd ?? Number.NaN,
        longTasks: window.pageProbe.longTasks,
        elements: document.querySelectorAll('*').length,
        rows: document.querySelectorAll(rowSelector).length,
      }
    },
    [boardPath, rowSelector] as const,
  )
  const tasks = page.longTasks.filter(({ at }) => at >= since && at < firstRow + 1000)
  return {
    sinceAsked: firstRow - page.askedAt,
    sinceArrived: firstRow - page.arrivedAt,
    blocking: blockingTime(tasks.map(({ duration }) => duration)),
    longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
    work,
    heap: await getHeap(visit),
    elements: page.elements,
    rows: page.rows,
  }
}

/** The most rows at the top, in the middle and at the end, and whether the own row is visible at each. */
async function measureScrollPositions({ page }: Visit): Promise<Measures> {
  const stops: { rows: number; ownSeen: number }[] = []
  for (const share of [0, 0.5, 1]) {
    await scrollToShare(page, share)
    const stop = await page.evaluate(rowSelector => {
      const own = document.querySelector(`${rowSelector}[aria-current]`)
      const isSeen = [...(own?.children ?? [])].some(cell => {
        const { left, top, width, height } = cell.getBoundingClientRect()
        const there = document.elementFromPoint(left + width / 2, top + height / 2)
        return there !== null && cell.contains(there)
      })
      return { rows: document.querySelectorAll(rowSelector).length, ownSeen: isSeen ? 1 : 0 }
    }, rowSelector)
    stops.push(stop)
  }
  return {
    rows: Math.max(...stops.map(({ rows }) => rows)),
    ownSeen: Math.min(...stops.map(({ ownSeen }) => ownSeen)),
  }
}

async function scrollToShare(page: Page, share: number): Promise<void> {
  await page.evaluate(
    share => window.scrollTo({ top: share * document.documentElement.scrollHeight, behavior: 'instant' }),
    share,
  )
  await page.waitForTimeout(400)
}

const sides = ['product', 'floor'] as const

/** Frames of one turn, and turns of each page. */
const frames = 75
const turns = 4
/** A dropped frame: two of 16.7 ms, with some tolerance. */
const slow = 34

/** Scrolls both pages in turn: slowly, and so fast that each frame has new rows. */
async function compareScrolling(visits: Record<keyof Pair, Visit>): Promise<Required<Pair>> {
  const measured: Required<Pair> = { product: {}, floor: {} }
  for (const pixels of [120, 1000]) {
    const lengths = { product: [] as number[], floor: [] as number[] }
    const work = { product: 0, floor: 0 }
    for (const side of sides) await scrollToShare(visits[side].page, 0)
    for (let turn = 0; turn < turns; turn++) {
      for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
        const workBefore = await getWork(visits[side])
        const turned = await withSlowCpu(visits[side], () =>
          visits[side].page.evaluate(([pixels, frames]) => window.pageProbe.scroll(pixels, frames), [
            pixels,
            frames,
          ] as const),
        )
        work[side] += (await getWork(visits[side])) - workBefore
        lengths[side].push(...turned)
      }
    }
    for (const side of sides)
      Object.assign(measured[side], {
        [`work${pixels}`]: work[side] / lengths[side].length,
        [`slowFrames${pixels}`]: lengths[side].filter(length => length > slow).length,
        [`p50Frame${pixels}`]: quantile(lengths[side], 0.5),
        [`p95Frame${pixels}`]: quantile(lengths[side], 0.95),
        [`maxFrame${pixels}`]: quantile(lengths[side], 1),
      })
  }
  return measured
}

const kinds: Readonly<Record<string, string>> = {
  own: 'J',
  scroll: 'Page Down',
  sort: 'a sort clicked',
  type: 'a character in the search',
  clear: 'Escape in the search',
}

const interactions: readonly Interaction[] = [
  {
    kind: 'own',
    prepare: async page => {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await scrollToShare(page, 0)
      const isDone = () => document.activeElement?.matches('tr[aria-current]') === true
      return { act: () => page.keyboard.press('j'), isDone }
    },
  },
  {
    kind: 'scroll',
    prepare: async page => {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const before = await page.evaluate(() => String(scrollY))
      const isDone = (before = '') => String(scrollY) !== before
      return { act: () => page.keyboard.press('PageDown'), isDone, args: [before] }
    },
  },
  {
    kind: 'sort',
    prepare: async (page, time) => {
      await scrollToShare(page, 0)
      // Each click changes the order.
      const column = [3, 2, 1][time % 3] ?? 0
      const isDone = (at = '') =>
        document.querySelectorAll('table[aria-rowcount] thead th')[Number(at)]?.hasAttribute('aria-sort') ===
        true
      const act = await hover(page, page.locator('thead th button').nth(column))
      return { act, isDone, args: [String(column)] }
    },
  },
  ...searching('tbody tr', 'aoe'),
]

type Sites = Record<'usual' | 'huge', Site>

/** Measures with a page of each side, both with a cold cache. */
const comparing =
  (at: keyof Sites, compare: (visits: Record<keyof Pair, Visit>, site: Site) => Promise<Pair>) =>
  async (browser: Browser, sites: Sites): Promise<Pair> => {
    const product = await openBoardVisit(browser, sites[at].product, true)
    const floor = await openBoardVisit(browser, sites[at].floor, false)
    try {
      return await compare({ product, floor }, sites[at])
    } finally {
      for (const visit of [product, floor]) await visit.close()
    }
  }

const wholeBoard = (at: keyof Sites) =>
  comparing(at, async (visits, site) => {
    const floor = await withSlowCpu(visits.floor, () => loadBoard(visits.floor, site.floor))
    const product = await withSlowCpu(visits.product, () => loadBoard(visits.product, site.product))
    const stops = {
      product: await measureScrollPositions(visits.product),
      floor: await measureScrollPositions(visits.floor),
    }
    const scrolling = await compareScrolling(visits)
    const used = await compareInteractions(visits, interactions)
    return {
      product: { ...product, ...stops.product, ...scrolling.product, ...used.product },
      floor: { ...floor, ...stops.floor, ...scrolling.floor, ...used.floor },
    }
  })

const byClick = (at: keyof Sites) =>
  comparing(at, async (visits, site) => ({
    floor: await withSlowCpu(visits.floor, () => clickToBoard(visits.floor, site.floor)),
    product: await withSlowCpu(visits.product, () => clickToBoard(visits.product, site.product)),
  }))

const sizes = { usual: '10,000 rows', huge: '100,000 rows' } as const
const clickName = (at: keyof Sites) => `${sizes[at]}, by a click`

const slowFrames = (rounds: readonly Pair[] = [], side: keyof Pair): number =>
  median(rounds.map(round => (round[side]?.slowFrames120 ?? 0) + (round[side]?.slowFrames1000 ?? 0)))

const getBudgets = (target: string): Budget[] => [
  inEveryRound({ target, what: 'rows in the DOM', limit: 60, is: 'below', measure: 'rows' }),
  inEveryRound({
    target,
    what: 'own row in sight (1) at the top, in the middle and at the end',
    limit: 1,
    is: 'at least',
    measure: 'ownSeen',
  }),
  atMostTimesFloor({ target, what: 'first row from the address / floor', limit: 1.6, measure: 'firstRow' }),
  atMostTimesFloor({ target, what: 'work for a frame of 120 px / floor', limit: 1.5, measure: 'work120' }),
  atMostTimesFloor({ target, what: 'work for a frame of 1000 px / floor', limit: 1.5, measure: 'work1000' }),
  {
    target,
    what: `frames over ${slow} ms of ${2 * turns * frames}`,
    limit: 0,
    is: 'at most',
    unit: '',
    of: samples => slowFrames(samples.get(target), 'product'),
    // The floor drops no frames by itself: those it drops are caused by other load on the machine.
    isJudged: samples => slowFrames(samples.get(target), 'floor') === 0,
  },
  ...interactionBudgets(target, kinds),
]

/** The leaderboard of 10,000 and 100,000 rows compared with a bare virtual table. */
export const boardSuite: Suite<Sites> = {
  name: 'board',
  note: `Milliseconds, CPU ${CPU_SLOWDOWN} times slower, network as it is.`,
  targets: (['usual', 'huge'] as const).flatMap(at => [
    { name: sizes[at], measure: wholeBoard(at) },
    { name: clickName(at), measure: byClick(at) },
  ]),
  titles: {
    firstRow: 'first row since navigation',
    sinceClick: 'first row since the click inside the app',
    sinceAsked: 'first row since the board was asked for',
    sinceArrived: 'first row since the board had arrived',
    blocking: 'blocking time until a second after the first row',
    longest: 'longest task until a second after the first row',
    work: 'CPU time of the main thread until then',
    heap: 'heap after a collection, MB',
    rows: 'rows in the DOM, the most at any moment',
    elements: 'elements in the DOM',
    ownSeen: 'own row in sight (1: at every stop)',
    ...Object.fromEntries(
      [120, 1000].flatMap(pixels => [
        [`work${pixels}`, `CPU time of the main thread for a frame, ${pixels} px`],
        [`slowFrames${pixels}`, `frames over ${slow} ms of ${turns * frames}, ${pixels} px a frame`],
        [`p50Frame${pixels}`, `frame p50, ${pixels} px`],
        [`p95Frame${pixels}`, `frame p95, ${pixels} px`],
        [`maxFrame${pixels}`, `frame max, ${pixels} px`],
      ]),
    ),
    ...interactionTitles(kinds),
  },
  budgets: (['usual', 'huge'] as const).flatMap(at => [
    ...getBudgets(sizes[at]),
    // Beside the floor and not beside 10,000 rows: the less a page costs by itself, the more ten times the rows cost.
    atMostTimesFloor({
      target: clickName(at),
      what: 'first row from a click / floor',
      limit: 1.6,
      measure: 'sinceClick',
    }),
  ]),
  start: () =>
    startSites({
      usual: { answers: [boardPath, '/api/groups/7'], isSame: true },
      huge: { scenario: 'hugeBoard', answers: [boardPath, '/api/groups/7'], isSame: true },
    }),
}
