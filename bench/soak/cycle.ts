import type { CDPSession, Page } from '@playwright/test'

/** The group, and the task in it whose lab runs. */
const group = '/group/1'
const labTask = `${group}/task/104`

/** Longer than the board and the lab wait between two questions. */
const pollMilliseconds = 31_000

/** Longer than the client keeps an answer that nobody looks at. */
const forgetMilliseconds = 6 * 60_000

/** A page with the probe in it, in front of a platform whose time can be moved. */
export interface Soak {
  page: Page
  debugging: CDPSession
  /** Moves the platform's time. */
  advance: (milliseconds: number) => void
  /** Connections and requests that are open now. */
  open: () => { sockets: number; requests: number }
}

/** What a page holds when it rests. Memory in MB of 1,000,000 bytes, after a collection. */
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

/** Follows what the page opens and closes. Every frame of it counts. */
export function followConnections(page: Page): Soak['open'] {
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

/** The list of groups, which a cycle begins and ends with. */
export const restPage = '/groups'
const restMark = `body:has(header span[aria-current="page"]) main li ${link(group)}`

const linkToLab = `main li ${link(labTask)}`
const terminalIsAway = 'body:not(:has(#terminal-frame))'

type Step = readonly [click: string, until: string, inside?: boolean]

async function walk({ page }: Soak, steps: readonly Step[]): Promise<void> {
  await page.evaluate(async steps => {
    for (const [click, until, inside] of steps) await window.soakProbe.step(click, until, inside)
  }, steps)
}

/**
 * Until nothing is asked and nothing is on its way: a leap over the 15 seconds that a refresh may take would break it off,
 * and the page would show that. Between a refusal and its refresh no request is open, but the page's line says that it loads.
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
  [labelled('Завершить сеанс'), terminalIsAway],
  [labelled('Скрыть терминал'), 'body:not(:has(#terminal-dock:not([inert])))'],
]

/**
 * One round of a student's day inside the app: list, group, a task, the board (which is read anew), the task whose lab runs
 * (and is asked after), its terminal opened and ended if it is wanted, home, profile, and the list again. Rejects where a
 * step leads nowhere.
 */
export async function runCycle(soak: Soak, cycle: number, hasTerminal: boolean): Promise<void> {
  const task = `${group}/task/${101 + (cycle % 3)}`
  await walk(soak, [
    [`main li ${link(group)}`, linkToLab],
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
    [`header ${link(restPage)}`, restMark],
  ])
}

/**
 * Seconds that an access token has to live here: longer than any leap. A call that is refused again after its refresh is
 * refused for good, and time does not leap between the two in life.
 */
export const accessSeconds = 900

/** What the page holds once everything is forgotten that it forgets by itself. */
export async function readPage(soak: Soak, cycles: number): Promise<Reading> {
  const { page, debugging, open } = soak
  await walk(soak, [['', restMark]])
  await leap(soak, forgetMilliseconds)
  await settle(soak)
  // The second collection takes what only the finalisers of the first have let go.
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
