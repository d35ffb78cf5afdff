import { expect, type Locator, type Page } from '@playwright/test'
import { boardLabels } from './board-labels'
import type { Language } from './messages'
import type { Platform } from './platform'
import { setLanguage, signInByApi } from './users'

/** The open championship with 10,000 users and the course with 60. */
export const hugeBoard = { group: 7, address: '/group/7/leaderboard', people: 10_000 }
export const smallBoard = { group: 1, address: '/group/1/leaderboard' }

/** The id of the signed-in user. */
const reader = 1

export async function openBoard(
  page: Page,
  platform: Platform,
  address: string,
  language: Language = 'ru',
): Promise<void> {
  await setLanguage(page.context(), language, platform.url)
  await signInByApi(page, 'student')
  await page.goto(address)
  await expect(boardTable(page, language)).toBeVisible()
}

export const boardTable = (page: Page, language: Language): Locator =>
  page.getByRole('table', { name: boardLabels[language].caption })

/** The rows in the document, in view or not. */
export const mounted = (table: Locator): Locator => table.locator('tbody tr:not([aria-hidden])')

export const ownRow = (table: Locator): Locator => table.locator('tbody tr[aria-current=true]')

/** The reader's rank by the database: index, rank, gap to the next rank. */
export function expectedBoard(platform: Platform, group: number) {
  const { rows } = platform.board(group)
  const index = rows.findIndex(row => row.user_id === reader)
  const own = rows[index]
  if (!own) throw new Error(`The reader is not on the board of the group ${group}.`)
  const above = rows.slice(0, index).findLast(row => row.points > own.points)
  return { index, own, above, total: rows.length }
}

/** A number in the format of a language. */
export const formatted = (value: number, language: Language): string =>
  new Intl.NumberFormat(language).format(value)

/** Whether the row is visible: in the viewport, with nothing over its middle. */
export const isUncovered = (row: Locator): Promise<boolean> =>
  row.evaluate(element => {
    const { x, width, y, height } = element.querySelector('th')?.getBoundingClientRect() ?? new DOMRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return top !== null && element.contains(top)
  })

/** Scrolls to a fraction of the page's height and expects the rows there, and the own row at the edge. */
export async function expectOwnRowAt(page: Page, table: Locator, share: number): Promise<void> {
  await page.evaluate(part => scrollTo(0, part * document.documentElement.scrollHeight), share)
  const what = `at ${share * 100} % of the page`
  await expect.poll(() => isUncovered(ownRow(table)), `the own row is seen ${what}`).toBe(true)
  await expect.poll(() => mounted(table).count(), `rows in the document ${what}`).toBeLessThan(60)
  await expect.poll(() => gapsInSight(table), `rows that are missing ${what}`).toBe(0)
}

/** How much of the viewport is blank where rows should be. */
const gapsInSight = (table: Locator): Promise<number> =>
  table.evaluate(element => {
    const seen = [...element.querySelectorAll('tbody tr[aria-hidden]')].map(gap => {
      const { top, bottom } = gap.getBoundingClientRect()
      return Math.min(bottom, innerHeight) - Math.max(top, 0)
    })
    return seen.filter(height => height > 1).length
  })

/** Expects the own row focused in the middle of the viewport, with rows above and below. */
export async function expectOwnRowInTheMiddle(page: Page, table: Locator): Promise<void> {
  await expect(ownRow(table)).toBeFocused()
  const height = page.viewportSize()?.height ?? 0
  await expect
    .poll(async () => {
      const box = await ownRow(table).boundingBox()
      return Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - height / 2)
    }, 'pixels from the middle')
    .toBeLessThan(height / 6)
  const own = Number(await ownRow(table).getAttribute('aria-rowindex'))
  const places = () =>
    mounted(table).evaluateAll(rows => rows.map(row => Number(row.getAttribute('aria-rowindex'))))
  // Rows are rendered in the frame after scrolling.
  await expect
    .poll(places, 'the places around')
    .toEqual(expect.arrayContaining([own - 2, own - 1, own + 1, own + 2]))
}

declare global {
  interface Window {
    fewestRows?: number
  }
}

/** Observes the lowest number of rows after each change of the document. */
export async function observeRows(page: Page): Promise<() => Promise<number | undefined>> {
  await page.evaluate(() => {
    const count = () => document.querySelectorAll('tbody tr:not([aria-hidden])').length
    window.fewestRows = count()
    const look = () => {
      window.fewestRows = Math.min(window.fewestRows ?? 0, count())
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => window.fewestRows)
}
