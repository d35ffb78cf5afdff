import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { passTimeUntil, pressOn } from './browser'
import { type Language, like, matching, t, toLabels } from './messages'
import { checkA11yAndLayout } from './page-checks'
import { inTurn, type Platform, test } from './platform'
import { hugeBoard, smallBoard } from './screens'
import { setLanguage, signInByApi } from './users'

const tenThousand = { ru: '10 000', en: '10,000' }

/** The messages of a leaderboard. */
const boardLabels = toLabels({
  title: 'leaderboard:title',
  points: 'leaderboard:column.points',
  find: 'leaderboard:filters.search',
  updated: like(['leaderboard:updated.now', 'leaderboard:updated.ago']),
  updateFailed: like('leaderboard:updated.failed'),
  save: 'leaderboard:picture.save',
  printed: language =>
    matching(language, 'leaderboard:print.firstAndOwn', { count: 150, total: tenThousand[language] }),
})

/** The id of the signed-in user. */
const reader = 1

async function openBoard(
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

const boardTable = (page: Page, language: Language): Locator =>
  page.getByRole('table', { name: t(language, 'leaderboard:caption') })

/** The rows in the document, in view or not. */
const mounted = (table: Locator): Locator => table.locator('tbody tr:not([aria-hidden])')

const ownRow = (table: Locator): Locator => table.locator('tbody tr[aria-current=true]')

/** The reader's rank by the database: index and row. */
function expectedBoard(platform: Platform, group: number) {
  const { rows } = platform.board(group)
  const index = rows.findIndex(row => row.user_id === reader)
  const own = rows[index]
  if (!own) throw new Error(`The reader is not on the board of the group ${group}.`)
  return { index, own, total: rows.length }
}

/** A number in the format of a language. */
const formatted = (value: number, language: Language): string => new Intl.NumberFormat(language).format(value)

/** Whether the row is visible: in the viewport, with nothing over its middle. */
const isUncovered = (row: Locator): Promise<boolean> =>
  row.evaluate(element => {
    const { x, width, y, height } = element.querySelector('th')?.getBoundingClientRect() ?? new DOMRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return top !== null && element.contains(top)
  })

/** Scrolls to a fraction of the page's height and expects the rows there, and the own row at the edge. */
async function expectOwnRowAt(page: Page, table: Locator, share: number): Promise<void> {
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
async function expectOwnRowInTheMiddle(page: Page, table: Locator): Promise<void> {
  await expect(ownRow(table)).toBeFocused()
  const height = page.viewportSize()?.height ?? 0
  await expect
    .poll(async () => {
      const box = await ownRow(table).boundingBox()
      return Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - height / 2)
    }, 'pixels from the middle')
    .toBeLessThan(height / 16)
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
async function observeRows(page: Page): Promise<() => Promise<number | undefined>> {
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

const pngBegin = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

for (const language of inTurn('en')) {
  const text = boardLabels[language]

  test(`a student finds her own row among 10,000 by the keyboard (${language})`, async ({
    page,
    platform,
  }) => {
    await openBoard(page, platform, hugeBoard.address, language)
    const { index, own, total } = expectedBoard(platform, hugeBoard.group)
    expect(total).toBe(hugeBoard.people)
    const table = boardTable(page, language)
    await expect(table).toHaveAttribute('aria-rowcount', String(total + 1))
    for (const share of [0, 0.33, 1]) await expectOwnRowAt(page, table, share)

    await page.keyboard.press('j')
    await expectOwnRowInTheMiddle(page, table)
    await expect(ownRow(table)).toHaveAttribute('aria-rowindex', String(index + 2))
    await expect(ownRow(table)).toContainText(`${own.first_name} ${own.last_name}`)
    await expect(ownRow(table).getByRole('cell').first()).toHaveText(formatted(own.rank, language))
    await checkA11yAndLayout(page, `the middle of a huge board, ${language}`)

    const head = table.getByRole('columnheader', { name: text.points })
    await pressOn(page, head.getByRole('button'))
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await page.keyboard.press('Enter')
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(head.getByRole('button')).toBeFocused()
    const least = Math.min(...platform.board(hugeBoard.group).rows.map(row => row.points))
    const first = mounted(table).first()
    await expect(first).toContainText(formatted(least, language))
    await expect(page).toHaveURL(/[?&]sort=points/)
    await page.reload()
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(first).toContainText(formatted(least, language))
    await expect.poll(() => isUncovered(ownRow(table)), 'the own row is seen').toBe(true)
  })
}

test('a refresh that moves rows keeps scroll and focus, never blanks, and reports a failure', async ({
  page,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 500/)
  const text = boardLabels.ru
  await page.clock.install()
  await openBoard(page, platform, hugeBoard.address)
  const table = boardTable(page, 'ru')
  await page.keyboard.press('j')
  await expectOwnRowInTheMiddle(page, table)
  const before = await ownRow(table).boundingBox()
  const top = await page.evaluate(() => scrollY)
  expect(top).toBeGreaterThan(10_000)
  const fewest = await observeRows(page)
  const read = platform.countCalls('getLeaderboard')

  // A hundred rows are removed, so the ranks below change.
  platform.setting({ groupSizes: { [hugeBoard.group]: hugeBoard.people - 1001 } })
  await page.clock.fastForward(31_000)
  await expect(table).toHaveAttribute('aria-rowcount', String(hugeBoard.people - 999))
  expect(platform.countCalls('getLeaderboard')).toBe(read + 1)
  const { index } = expectedBoard(platform, hugeBoard.group)
  await expect(ownRow(table)).toHaveAttribute('aria-rowindex', String(index + 2))
  await expect(ownRow(table)).toBeFocused()
  const after = await ownRow(table).boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), 'pixels that the own row moved').toBeLessThan(120)
  expect(await page.evaluate(() => scrollY), 'the page followed').toBeLessThan(top)
  expect(await fewest(), 'the fewest rows at any moment').toBeGreaterThan(10)

  platform.fault('getLeaderboard', { kind: 'status', status: 500 }, 20)
  const failed = page.getByRole('status').filter({ hasText: text.updateFailed })
  await passTimeUntil(page, 31_000, () => expect(failed).toBeVisible({ timeout: 500 }))
  await expect(ownRow(table)).toBeFocused()
  expect(await fewest()).toBeGreaterThan(10)
  platform.clearFaults()
  await passTimeUntil(page, 31_000, () => expect(page.getByText(text.updated)).toBeVisible({ timeout: 500 }))
})

test('a small board is completely in the page for Ctrl+F and print, and is saved as an image', async ({
  page,
  platform,
}) => {
  const text = boardLabels.ru
  await openBoard(page, platform, smallBoard.address)
  const { rows } = platform.board(smallBoard.group)
  const table = boardTable(page, 'ru')
  await expect(mounted(table)).toHaveCount(rows.length)
  await expect(table).not.toHaveAttribute('aria-rowcount', /./)
  const last = rows.at(-1)?.username ?? ''
  // Like Ctrl+F, which is not available to scripts.
  const find = (name: string) => (window as unknown as { find: (text: string) => boolean }).find(name)
  expect(await page.evaluate(find, last), "the browser's own search finds the last").toBe(true)
  const found = await page.evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().top ?? -1)
  expect(found, 'and shows where it is').toBeGreaterThan(0)

  await page.emulateMedia({ media: 'print' })
  const seen = await mounted(table).evaluateAll(
    all => all.filter(row => row.checkVisibility() && row.getBoundingClientRect().height > 0).length,
  )
  expect(seen).toBe(rows.length)
  await expect(page.getByRole('searchbox', { name: text.find })).toBeHidden()
  await expect(page.getByRole('button', { name: text.save })).toBeHidden()
  await page.emulateMedia({ media: null })

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    pressOn(page, page.getByRole('button', { name: text.save })),
  ])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${t('ru', 'leaderboard:title')} .*\\.png$`))
  const picture = await readFile(await download.path())
  expect([...picture.subarray(0, 8)]).toEqual(pngBegin)
  expect(picture.readUInt32BE(16), 'pixels wide').toBeGreaterThan(900)
  expect(picture.length).toBeGreaterThan(10_000)
})

test('the presenter view fits a projector, also with a tie', async ({ page, platform }) => {
  await setLanguage(page.context(), 'ru', platform.url)
  await signInByApi(page, 'student')
  for (const address of [hugeBoard.address, '/group/2/leaderboard']) {
    await page.goto(`${address}?view=presenter`)
    await expect(boardTable(page, 'ru').getByRole('row')).toHaveCount(11)
    for (const [width, height] of [
      [1280, 720],
      [1366, 768],
      [1024, 768],
      [1280, 640],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height })
      const last = boardTable(page, 'ru').getByRole('row').last()
      const ticker = page.getByRole('list', { name: t('ru', 'leaderboard:latest.title') })
      await expect(last).toBeInViewport({ ratio: 1 })
      await expect(ticker).toBeInViewport({ ratio: 1 })
      const bottom = async (part: Locator) =>
        ((await part.boundingBox())?.y ?? 0) + ((await part.boundingBox())?.height ?? 0)
      expect(
        await bottom(last),
        `the last row ends above the ticker at ${width}x${height}`,
      ).toBeLessThanOrEqual((await ticker.boundingBox())?.y ?? 0)
    }
  }
})
