import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { everyCall, examBar, examTimer, examWordsOf, openExam, spoken } from './exam-steps'
import { test } from './platform'

const text = examWordsOf('ru')
/** Past the minute between two polls, and past the pause after a failed one, in milliseconds. */
const pastPoll = 61_000
const pastPause = 6000
const pastLongPause = 34_000

const banner = (page: Page) => page.getByRole('region', { name: text.cut })

test('one lost poll says nothing, two say since when, and the ledger lists both', async ({
  page,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/Failed to load resource/)
  await platform.reset({ scenario: 'examRunning' })
  await page.clock.install()
  await openExam(page, platform, { address: '/group/5/task/502' })
  await expect(examTimer(page, 'ru')).toBeVisible()
  await page.waitForLoadState('networkidle')
  let lost = 0
  const lose = () =>
    page.route(everyCall, route => {
      lost += 1
      return route.abort('connectionreset')
    })
  /** Lets the time pass here and there. */
  const pass = async (milliseconds: number) => {
    platform.advanceClock(milliseconds)
    await page.clock.runFor(milliseconds)
  }

  await lose()
  await pass(pastPoll)
  await expect.poll(() => lost).toBe(1)
  await expect(banner(page)).toHaveCount(0)
  await page.unroute(everyCall)
  platform.clearJournal()
  await pass(pastPause)
  await expect.poll(() => platform.journal().some(({ operationId }) => operationId === 'getGroup')).toBe(true)
  await expect(banner(page)).toHaveCount(0)

  lost = 0
  await lose()
  await pass(pastPoll)
  await expect.poll(() => lost).toBe(1)
  await pass(pastPause)
  await expect(banner(page)).toBeVisible()
  await expect(examBar(page, 'ru').getByText(text.lastContact).filter({ visible: true })).toBeVisible()
  await expect(spoken(page)).toContainText('Ответы не отправляются')
  const flag = 'exam{known_to_nobody_else}'
  const field = page.getByRole('textbox', { name: text.flag, exact: true })
  await field.fill(flag)
  await field.press('Enter')
  await expect.poll(() => lost).toBeGreaterThan(2)
  await expect(field).toHaveValue(flag)

  await expect(banner(page).getByRole('button', { name: text.checkContact })).toBeVisible()

  await page.unroute(everyCall)
  await pass(pastLongPause)
  await expect(banner(page)).toHaveCount(0)
  await expect(spoken(page)).toContainText(text.contactBack)
  await examBar(page, 'ru').getByRole('link').click()
  const ledger = page.getByRole('region', { name: text.ledger })
  await expect(ledger.getByText(text.oneGap)).toBeVisible()
  await expect(ledger.getByText(text.oneUnsent)).toBeVisible()
  await ledger.getByText(text.ledgerEntries).click()
  await expect(ledger.getByRole('cell', { name: text.ledgerGap })).toHaveCount(1)
  const lostPolls = ledger.getByRole('cell', { name: text.ledgerPoll })
  expect(await lostPolls.count(), 'each lost poll').toBeGreaterThanOrEqual(3)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    ledger.getByRole('button', { name: text.ledgerDownload }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^flagship-exam-\d+-connection\.txt$/)
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain(text.ledgerGap)
  expect(file.split(text.ledgerPoll)).toHaveLength((await lostPolls.count()) + 1)
  expect(file).toContain('candidate')
  expect(file, 'no flag').not.toContain(flag.slice(5, -1))
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(token).not.toBeNull()
  expect(file, 'no token').not.toContain(String(token).slice(0, 20))
})
