import type { CDPSession, Page } from '@playwright/test'

/** The group and its task with a running lab. */
const group = '/group/1'
const labTask = `${group}/task/104`

/** Longer than the polling intervals of the leaderboard and the lab. */
const pollMilliseconds = 31_000

/** Longer than the garbage collection time of unused queries. */
const forgetMilliseconds = 6 * 60_000

/** A page with the probe, and a platform with a controllable clock. */
export interface Soak {
  page: Page
  debugging: CDPSession
  /** Advances the platform's clock. */
  advance: (milliseconds: number) => void
  /** Open connections and requests. */
  open: () => { sockets: number; requests: number }
}

/** Counters of an idle page. Memory in MB of 1,000,000 bytes, after a garbage collection. */
export interface Reading {
  cycles: number
  heap: number
  nodes: number
  documents: number
  listeners: number
  timers: number
  observers: number
  sockets: number
  requests: number
}

/** Counts open connections, in all frames. */
export function countConnections(page: Page): Soak['open'] {
  let sockets = 0
  let requests = 0
  page.on('websocket', socket => {
    sockets += 1
    socket.on('close', () => {
      sockets -= 1
    })
  })
  page.on('request', () => {
    requests += 1
  })
  const end = () => {
    requests -= 1
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return () => ({ sockets, requests })
}

const link = (path: string) => `a[href="${path}"]`
const current = (path: string) => `header ${link(path)}[aria-current="page"]`
const labelled = (label: string) => `#terminal-dock [aria-label="${label}"]`

/** The list of groups, where a cycle starts and ends. */
export const startPath = '/groups'
const restMark = `body:has(header span[aria-current="page"]) main ${link(group)}`

const linkToLab = `main li ${link(labTask)}`
/** The last button of the terminal's menu. */
const endSession = '[role="dialog"] fieldset ~ span > button'
const terminalIsAway = 'body:not(:has(#terminal-frame))'

type Step = readonly [click: string, until: string, inside?: boolean]

async function walk({ page }: Soak, steps: readonly Step[]): Promise<void> {
  await page.evaluate(async steps => {
    for (const [click, until, inside] of steps) await window.soakProbe.step(click, until, inside)
  }, steps)
}

/**
 * Waits until no request is pending: advancing past the 15 seconds of a refresh would abort it. Between a 401 and
 * its refresh no request is open, but the page shows its loading bar.
 */
async function settle({ page, open }: Soak): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await page.waitForTimeout(30)
    const isLoading = await page.evaluate(
      () => document.querySelector('header [role="progressbar"]') !== null,
    )
    quiet = isLoading || open().requests > 0 ? 0 : quiet + 1
  }
}

async function leap(soak: Soak, milliseconds: number): Promise<void> {
  await settle(soak)
  soak.advance(milliseconds)
  await soak.page.evaluate(by => window.soakProbe.leap(by), milliseconds)
}

const terminalSteps: readonly Step[] = [
  ['#open-terminal', '.xterm-rows', true],
  [labelled('Ещё действия'), endSession],
  [endSession, terminalIsAway],
  [labelled('Скрыть терминал'), 'body:not(:has(#terminal-dock:not([inert])))'],
]

/**
 * One cycle of a student's day: list, group, a task, the leaderboard, the task with a running lab, optionally its
 * terminal, home, profile, and the list again. Rejects if a step fails.
 */
export async function runCycle(soak: Soak, cycle: number, hasTerminal: boolean): Promise<void> {
  const task = `${group}/task/${101 + (cycle % 3)}`
  await walk(soak, [
    [`main ${link(group)}`, linkToLab],
    [`main li ${link(task)}`, 'main section[aria-labelledby="description"]'],
    [`header ${link(`${group}/leaderboard`)}`, 'main tbody tr[aria-current]'],
  ])
  await leap(soak, pollMilliseconds)
  await walk(soak, [
    [`nav ${link(group)}`, linkToLab],
    [linkToLab, '#open-terminal:not([aria-disabled="true"])'],
    ...(hasTerminal ? terminalSteps : []),
  ])
  await leap(soak, pollMilliseconds)
  await walk(soak, [
    [`header ${link('/')}`, current('/')],
    [`header ${link('/competencies')}`, `body:has(${current('/competencies')}) main svg`],
    [`header ${link(startPath)}`, restMark],
  ])
}

/**
 * Lifetime of an access token in seconds: longer than any advance. A second 401 after a refresh is final, and time
 * does not jump between the two in practice.
 */
export const ACCESS_TOKEN_SECONDS = 900

/** Counters after everything that expires has expired. */
export async function readPage(soak: Soak, cycles: number): Promise<Reading> {
  const { page, debugging, open } = soak
  await walk(soak, [['', restMark]])
  await leap(soak, forgetMilliseconds)
  await settle(soak)
  // The second collection frees what finalizers of the first released.
  for (let time = 0; time < 2; time++) await debugging.send('HeapProfiler.collectGarbage')
  const { metrics } = await debugging.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find(one => one.name === name)?.value ?? Number.NaN
  return {
    cycles,
    heap: metric('JSHeapUsedSize') / 1e6,
    nodes: metric('Nodes'),
    documents: metric('Documents'),
    listeners: metric('JSEventListeners'),
    ...(await page.evaluate(() => window.soakProbe.alive())),
    ...open(),
  }
}

/** The slope by least squares; NaN for fewer than two points. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [middle, level] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [x]) => sum + (x - middle) ** 2, 0)
  return points.reduce((sum, [x, y]) => sum + (x - middle) * (y - level), 0) / spread
}

/** Heap growth in MB per 100 cycles. */
export function heapSlope(readings: readonly Reading[]): number {
  return 100 * slope(readings.map(({ cycles, heap }) => [cycles, heap]))
}

/** The tolerated increase of each counter. */
const tolerances = {
  /** The browser itself keeps a few temporarily. */
  many: { nodes: 100, documents: 3, listeners: 30, timers: 3, observers: 2, sockets: 0, requests: 0 },
  /** Less than one per 16 cycles, except for a document that the next collection frees. */
  few: { nodes: 10, documents: 1, listeners: 5, timers: 1, observers: 1, sockets: 0, requests: 0 },
} satisfies Record<string, Partial<Record<keyof Reading, number>>>

/** MB per 100 cycles (reliability case M02). */
const maxHeapSlope = 1

function findGrowth(readings: readonly Reading[], spare: (typeof tolerances)['many']): string[] {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || first === last) throw new Error('A leak shows itself between two readings.')
  return (Object.keys(spare) as (keyof typeof spare)[]).flatMap(name => {
    const more = last[name] - first[name]
    return more <= spare[name] ? [] : [`${name}: ${more} more than the ${first[name]} at the beginning`]
  })
}

/**
 * One line per leak; the first reading is the baseline after the warm-up. Counters show a leak per cycle within 50
 * cycles.
 */
export function findLeaks(readings: readonly Reading[]): string[] {
  const grown = findGrowth(readings, tolerances.many)
  const perHundred = heapSlope(readings)
  // NaN proves nothing.
  return perHundred < maxHeapSlope
    ? grown
    : [`heap: ${perHundred.toFixed(2)} MB for each 100 cycles`, ...grown]
}

/**
 * The same from about 16 cycles, by counters only: the engine still compiles then, which takes 40 to 110 kB of
 * heap per cycle, ten times the allowed leak.
 */
export const findLeaksOfFew = (readings: readonly Reading[]): string[] => findGrowth(readings, tolerances.few)
