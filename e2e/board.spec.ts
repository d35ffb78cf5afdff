import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { boardLabels } from './board-labels'
import {
  boardTable,
  expectedBoard,
  expectOwnRowAt,
  expectOwnRowInTheMiddle,
  formatted,
  hugeBoard,
  isUncovered,
  mounted,
  observeRows,
  openBoard,
  ownRow,
  smallBoard,
} from './board-steps'
import { checkA11yAndLayout } from './check-page'
import { pressAs, pressOn, tabTo } from './keyboard'
import { languages, t } from './messages'
import { test } from './platform'
import { callsOf } from './task-steps'

const pngBegin = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

for (const language of languages) {
  const text = boardLabels[language]

  test(`a student finds her own row among 10,000 by the keyboard (${language})`, async ({
    page,
    platform,
  }) => {
    await openBoard(page, platform, hugeBoard.address, language)
    const { index, own, above, total } = expectedBoard(platform, hugeBoard.group)
    expect(total).toBe(hugeBoard.people)
    const table = boardTable(page, language)
    await expect(table).toHaveAttribute('aria-rowcount', String(total + 1))
    for (const share of [0, 0.33, 1]) await expectOwnRowAt(page, table, share)

    // The physical key, whatever the keyboard layout.
    if (language === 'ru') await pressAs(page, { key: 'о', code: 'KeyJ' })
    else await page.keyboard.press('j')
    await expectOwnRowInTheMiddle(page, table)
    await expect(ownRow(table)).toHaveAttribute('aria-rowindex', String(index + 2))
    await expect(ownRow(table)).toContainText(`${own.first_name} ${own.last_name}`)
    await expect(ownRow(table).getByRole('cell').first()).toHaveText(formatted(own.rank, language))
    await checkA11yAndLayout(page, `the middle of a huge board, ${language}`)

    const near = page.getByRole('region', { name: text.near })
    await expect(near.getByRole('listitem')).toHaveCount(7)
    await expect(near.locator('[aria-current=true]')).toContainText(text.own)
    if (!above) throw new Error('The reader is not the first on this board.')
    const gap = text.gap(formatted(above.rank, language), formatted(above.points - own.points, language))
    await expect(near.getByText(gap)).toBeVisible()

    // Without the diacritics of her name.
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: text.find })
    await expect(field).toBeFocused()
    await page.keyboard.type('воробьева александра')
    const namesakes = platform
      .board(hugeBoard.group)
      .rows.filter(row => row.last_name === own.last_name && row.first_name === own.first_name)
    await expect(mounted(table)).toHaveCount(namesakes.length)
    await expect(ownRow(table)).toBeVisible()
    // The whole query, which comes to the URL after a pause.
    await expect(page).toHaveURL(url => url.searchParams.get('q') === 'воробьева александра')
    await page.reload()
    await expect(mounted(table)).toHaveCount(namesakes.length)
    await expect(field).toHaveValue('воробьева александра')
    await field.focus()
    await page.keyboard.press('Escape')
    await expect(table).toHaveAttribute('aria-rowcount', String(total + 1))
    await expect(page).not.toHaveURL(/[?&]q=/)

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
  const read = callsOf(platform, 'getLeaderboard')

  // A hundred rows are removed, so the ranks below change.
  platform.setting({ groupSizes: { [hugeBoard.group]: hugeBoard.people - 1001 } })
  await page.clock.fastForward(31_000)
  await expect(table).toHaveAttribute('aria-rowcount', String(hugeBoard.people - 999))
  expect(callsOf(platform, 'getLeaderboard')).toBe(read + 1)
  const { index } = expectedBoard(platform, hugeBoard.group)
  await expect(ownRow(table)).toHaveAttribute('aria-rowindex', String(index + 2))
  await expect(ownRow(table)).toBeFocused()
  const after = await ownRow(table).boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), 'pixels that the own row moved').toBeLessThan(120)
  expect(await page.evaluate(() => scrollY), 'the page followed').toBeLessThan(top)
  expect(await fewest(), 'the fewest rows at any moment').toBeGreaterThan(10)

  platform.fault('getLeaderboard', { kind: 'status', status: 500 }, 20)
  await expect(async () => {
    await page.clock.fastForward(31_000)
    await expect(page.getByRole('status').filter({ hasText: text.updateFailed })).toBeVisible({
      timeout: 500,
    })
  }).toPass()
  await expect(ownRow(table)).toBeFocused()
  expect(await fewest()).toBeGreaterThan(10)
  platform.clearFaults()
  await expect(async () => {
    await page.clock.fastForward(31_000)
    await expect(page.getByText(text.updated)).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('a huge board is printed in part and opens the presentation by the keyboard', async ({
  page,
  platform,
}) => {
  const text = boardLabels.en
  await openBoard(page, platform, hugeBoard.address, 'en')
  const table = boardTable(page, 'en')
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(mounted(table)).toHaveCount(151)
  await expect(page.getByText(text.printed)).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(() => mounted(table).count()).toBeLessThan(60)

  const present = page.getByRole('button', { name: text.present })
  await pressOn(page, present)
  await expect(page).toHaveURL(/[?&]view=presenter/)
  await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeFocused()
  await expect(page.getByText(text.shownFirst)).toBeAttached()
  await expect(mounted(page.getByRole('table'))).toHaveCount(100)
  await expect(page.getByRole('banner')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/view=/)
  await expect(present).toBeFocused()
  await expect(page.getByRole('banner')).toBeVisible()
  // Opened by its URL, as from a bookmark.
  await page.goto(`${hugeBoard.address}?view=presenter`)
  const leave = page.getByRole('button', { name: text.leaveShow })
  await expect(leave).toBeVisible()
  await checkA11yAndLayout(page, 'a board shown to a room, en')
  await tabTo(page, leave)
  await page.keyboard.press('Enter')
  await expect(table).toBeVisible()
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
