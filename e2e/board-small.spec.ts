import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { boardTable, mounted, openBoard, ownRow, smallBoard, truthOf, written } from './board-steps'
import { boardWords } from './board-words'
import { pressOn } from './keyboard'
import { speak, takeSession } from './people'
import { test } from './platform'
import { callsOf } from './task-steps'
import { languages } from './words'

const pngBegin = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

test('a small board stands whole in the page for Ctrl+F and for paper, and is saved as a picture', async ({
  page,
  platform,
}) => {
  const text = boardWords.ru
  await openBoard(page, platform, smallBoard.address)
  const { rows } = platform.board(smallBoard.group)
  const table = boardTable(page, 'ru')
  await expect(mounted(table)).toHaveCount(rows.length)
  await expect(table).not.toHaveAttribute('aria-rowcount', /./)
  const last = rows.at(-1)?.username ?? ''
  // What Ctrl+F does, which nothing but Chromium's own window can do.
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
  expect(download.suggestedFilename()).toMatch(/^Рейтинг .*\.png$/)
  const picture = await readFile(await download.path())
  expect([...picture.subarray(0, 8)]).toEqual(pngBegin)
  expect(picture.readUInt32BE(16), 'pixels wide').toBeGreaterThan(900)
  expect(picture.length).toBeGreaterThan(10_000)
})

for (const language of languages) {
  const text = boardWords[language]

  test(`a hidden board is not shown by its address either, and asks for nothing again (${language})`, async ({
    page,
    platform,
    tripwires,
  }) => {
    tripwires.allowConsole(/status of 403/)
    await speak(page.context(), language, platform.url)
    await takeSession(page, 'student')
    await page.goto('/group/6/leaderboard')
    await expect(page.getByRole('heading', { level: 2, name: text.hidden })).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('link', { name: text.title })).toHaveCount(0)
    expect(callsOf(platform, 'getLeaderboard')).toBeLessThanOrEqual(1)
  })

  test(`a person has one place on every page that shows it (${language})`, async ({ page, platform }) => {
    await openBoard(page, platform, smallBoard.address, language)
    const { own, total } = truthOf(platform, smallBoard.group)
    const place = [own.rank, total].map(number => written(number, language))
    const placeIn = async (pattern: RegExp) => {
      const line = page.getByRole('main').getByText(pattern).first()
      await expect(line).toBeVisible()
      return pattern.exec((await line.textContent())?.trim() ?? '')?.slice(1)
    }
    const row = ownRow(boardTable(page, language))
    expect(await row.getByRole('cell').first().textContent(), 'in the table').toBe(place[0])
    expect(await placeIn(text.place), 'beside the search').toEqual(place)
    const neighbour = page.getByRole('region', { name: text.near }).locator('li[aria-current=true]')
    await expect(neighbour, 'among the neighbours').toContainText(new RegExp(`^${place[0]}\\D`))
    const winners = page.getByRole('region', { name: text.podium }).locator('[aria-current=true]')
    await expect(winners, 'on the podium').toHaveCount(own.rank <= 3 ? 1 : 0)

    // Inside of the application: the board that was read last is what the other pages go by.
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Практическая безопасность/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/group\/1$/)
    expect(await placeIn(text.inGroup), 'on the page of the group').toEqual(place)
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(`${platform.url}/`)
    expect(await placeIn(text.inGroup), 'on the home page').toEqual(place)
  })
}
