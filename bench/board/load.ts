import type { Measures } from '../measures'
import { blockingTime } from '../statistics'
import { rowSelector } from './probe'
import { boardPath } from './sites'
import { boardTimes, heapOf, untilFirstRow, type Visit, workOf } from './visit'

const groupPage = '/group/7'
export const boardPage = `${groupPage}/leaderboard`

/** Opens the URL of a leaderboard. */
export async function loadBoard(visit: Visit, address: string): Promise<Measures> {
  const workBefore = await workOf(visit)
  await visit.page.goto(address, { waitUntil: 'commit' })
  const firstRow = await untilFirstRow(visit)
  return { firstRow, ...(await afterFirstRow(visit, { firstRow, since: 0, workBefore })) }
}

/** Opens the group and clicks its leaderboard link without hovering, so that nothing is preloaded. */
export async function clickToBoard(visit: Visit, origin: string): Promise<Measures> {
  const { page } = visit
  await page.goto(`${origin}${groupPage}`, { waitUntil: 'commit' })
  const link = page.locator(`a[href$="${boardPage}"]`).first()
  await link.waitFor()
  // Idle work of the app is done by then.
  await page.waitForTimeout(3000)
  const workBefore = await workOf(visit)
  const since = await link.evaluate((element: HTMLElement) => {
    window.benchProbe.watchFirstRow()
    const now = performance.now()
    element.click()
    return now
  })
  const firstRow = await untilFirstRow(visit)
  return { sinceClick: firstRow - since, ...(await afterFirstRow(visit, { firstRow, since, workBefore })) }
}

async function afterFirstRow(
  visit: Visit,
  { firstRow, since, workBefore }: { firstRow: number; since: number; workBefore: number },
): Promise<Measures> {
  const work = (await workOf(visit)) - workBefore
  const { asked, arrived } = await boardTimes(visit, boardPath)
  const tasks = await visit.page.evaluate(
    ([from, to]) =>
      window.benchProbe.longTasks.filter(({ at }) => at >= from && at < to).map(({ duration }) => duration),
    [since, firstRow + 1000] as const,
  )
  return {
    sinceAsked: firstRow - asked,
    sinceArrived: firstRow - arrived,
    blocking: blockingTime(tasks),
    longest: Math.max(0, ...tasks),
    work,
    heap: await heapOf(visit),
    ...(await countElements(visit)),
  }
}

async function countElements({ page }: Visit): Promise<Measures> {
  return page.evaluate(selector => {
    const elements = document.querySelectorAll('*').length
    return { elements, rows: document.querySelectorAll(selector).length }
  }, rowSelector)
}

/** Whether a cell of the own row is visible, and the number of rows, at the current scroll position. */
export async function lookAtRows({ page }: Visit): Promise<{ rows: number; ownSeen: number }> {
  return page.evaluate(selector => {
    const own = document.querySelector(`${selector}[aria-current]`)
    const isSeen = [...(own?.children ?? [])].some(cell => {
      const { left, top, width, height } = cell.getBoundingClientRect()
      const there = document.elementFromPoint(left + width / 2, top + height / 2)
      return there !== null && cell.contains(there)
    })
    return { rows: document.querySelectorAll(selector).length, ownSeen: isSeen ? 1 : 0 }
  }, rowSelector)
}
