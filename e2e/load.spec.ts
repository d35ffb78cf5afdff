import { type Browser, expect, type Page } from '@playwright/test'
import { hugeCounts, hugePlaces } from '../mocks/platform/data/huge-groups'
import { hugeBoard } from './board-steps'
import { takeSession } from './people'
import { type Platform, test } from './platform'

/**
 * The limits of reliability M01 in processor time of the page's main thread, by the browser's own trace: by the clock on the
 * wall a page takes seconds longer wherever something else runs beside it, and a limit for that would either fail without
 * cause or be so wide that it holds nothing. Milliseconds; on a quiet computer both are the same, and a slower one is given
 * as much more as it takes for work of its own that is measured beside them.
 */
const limits = { interactive: 3000, longest: 500 }

interface Place {
  what: string
  path: string
  /** What is there when all of it is. */
  mark: string
  count?: number
  /** Where it is not that of all. */
  longestTask?: number
  prepare?: (platform: Platform) => void
  act?: (page: Page) => Promise<void>
}

/** How long a busy machine may take to show them; what is judged is processor time. */
const patience = { timeout: 60_000 }

const { group, longest, parsed } = hugePlaces
const fiveMegabytes = 'Строка журнала без конца. '.repeat(120_000)

const places: readonly Place[] = [
  { what: '500 groups in an answer of 5 MB', path: '/groups', mark: 'main li h3', count: hugeCounts.groups },
  { what: '1,000 tasks', path: `/group/${group}`, mark: 'main section li a', count: hugeCounts.tasks },
  {
    what: 'a description of 1 MB',
    path: `/group/${group}/task/${longest}`,
    mark: 'section[aria-labelledby="description"] pre',
  },
  {
    what: 'the longest description that is parsed',
    path: `/group/${group}/task/${parsed}`,
    mark: 'section[aria-labelledby="description"] .markdown table',
    // The parser knows no pauses: what it is given at most is in `markdown-limits.ts`, and no text of M01 gets to it.
    longestTask: 1000,
  },
  {
    what: 'an answer of 5 MB, five times what the contract allows',
    path: `/group/${group}/task/${longest + 2}?pane=writeup`,
    mark: 'section[aria-labelledby="writeup"] pre',
    prepare: platform =>
      platform.fault('getWriteup', { kind: 'body', status: 200, body: { content: fiveMegabytes } }),
    act: page => page.getByRole('button', { name: 'Всё равно показать' }).click(),
  },
  { what: '10,000 people', path: hugeBoard.address, mark: 'main tbody tr[aria-current=true]' },
]

/** A task of the main thread as the trace has it, in microseconds: by the clock on the wall, and of the processor. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ph: string
  dur?: number
  tdur?: number
  args: { name?: string }
}

interface Tasks {
  /** Processor times of all tasks of the page's main thread, in milliseconds. */
  times: number[]
  /** How many of them the trace has no time of at all. */
  untimed: number
}

async function tasksOf(browser: Browser, page: Page, work: () => Promise<void>): Promise<Tasks> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()))
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid}/${tid}`),
  )
  // One that ends before the thread has its clock has no processor time; by the wall's it counts for more, never for less.
  // One that begins and ends within the clock's own step is told as an instant.
  const times = tasks.flatMap(({ ph, dur = ph === 'I' ? 0 : undefined, tdur = dur }) =>
    tdur === undefined ? [] : tdur / 1000,
  )
  return { times, untimed: tasks.length - times.length }
}

const sumOf = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0)

/** Processor time of `work` below on the computer that the limits were set on, in milliseconds. */
const usualWork = 400

/** How many times slower than that computer this one is now, for the same engine at work on rows of its own. */
async function slownessOf(browser: Browser, page: Page): Promise<number> {
  await page.goto('about:blank')
  const work = () => {
    for (let round = 0; round < 4; round += 1) {
      const rows = Array.from({ length: 3000 }, (_, at) => ({ at, text: `row ${at * round}` }))
      const read: typeof rows = JSON.parse(JSON.stringify(rows))
      const list = document.createElement('ul')
      for (const { text } of read)
        list.append(Object.assign(document.createElement('li'), { textContent: text }))
      document.body.replaceChildren(list)
      document.body.getBoundingClientRect()
    }
  }
  const { times } = await tasksOf(browser, page, () => page.evaluate(work))
  return Math.max(1, sumOf(times) / usualWork)
}

test('M01 huge data is there within three seconds, and no task of it holds the page up for half a second', async ({
  page,
  browser,
  platform,
}) => {
  test.setTimeout(180_000)
  await platform.reset({ scenario: 'huge' })
  const slowness = await slownessOf(browser, page)
  await takeSession(page, 'student')
  for (const { what, path, mark, count, longestTask = limits.longest, prepare, act } of places) {
    prepare?.(platform)
    const { times, untimed } = await tasksOf(browser, page, async () => {
      await page.goto(path)
      await act?.(page)
      await expect(page.locator(mark).first()).toBeVisible(patience)
      if (count) await expect(page.locator(mark)).toHaveCount(count, patience)
      // What it has is drawn as well.
      await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn))))
    })
    expect(times.length, `the trace of ${what} has tasks`).toBeGreaterThan(10)
    // The one that runs while the trace ends has no end; more would be a trace that does not tell.
    expect(untimed, `tasks without a time: ${what}`).toBeLessThanOrEqual(1)
    expect.soft(Math.max(...times), `longest task: ${what}`).toBeLessThan(longestTask * slowness)
    expect.soft(sumOf(times), `until it is there: ${what}`).toBeLessThan(limits.interactive * slowness)
  }
})

test('M01 Back finds its place among 500 groups, in the list below the other', async ({
  page,
  platform,
  tripwires,
}) => {
  test.setTimeout(180_000)
  // Those that have ended are closed: the way back is from the page that says so.
  tripwires.allowConsole(/status of 403 /)
  await platform.reset({ scenario: 'huge' })
  await takeSession(page, 'student')
  await page.goto('/groups')
  const cards = page.locator('main li h3 a')
  await expect(cards).toHaveCount(hugeCounts.groups, patience)
  const card = cards.nth(hugeCounts.groups - 20)
  await card.scrollIntoViewIfNeeded()
  const place = await card.boundingBox()
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Поток/ })).toBeVisible(patience)
  await page.goBack()
  await expect(cards).toHaveCount(hugeCounts.groups, patience)
  await expect.poll(() => card.boundingBox()).toEqual(place)
})
