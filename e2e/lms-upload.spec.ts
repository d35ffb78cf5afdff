import { expect } from '@playwright/test'
import { examine } from './examine'
import { pressOn } from './keyboard'
import {
  countIn,
  lmsReasons,
  newestResult,
  openAsAdmin,
  openPanelByKeyboard,
  resultCards,
  uploadByKeyboard,
} from './lms-steps'
import { lmsWords } from './lms-words'
import { takeSession } from './people'
import { test } from './platform'
import { callsOf } from './task-steps'
import { languages } from './words'

for (const language of languages) {
  const text = lmsWords[language]

  test(`an administrator uploads solutions, reads why three were refused, and sends them again (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAsAdmin(page, platform, { scenario: 'lmsPartlyFailed', language, address: '/group/1' })
    await openPanelByKeyboard(page, language)
    const button = page.getByRole('button', { name: text.upload })
    await pressOn(page, button)
    const question = page.getByRole('alertdialog', { name: text.question })
    await expect(question.getByText(text.effect)).toBeVisible()
    await examine(page, `the question before an upload, ${language}`)
    // Escape is "no".
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(button).toBeFocused()
    expect(callsOf(platform, 'uploadToLms')).toBe(0)

    await uploadByKeyboard(page, language)
    const failed = newestResult(page, language, text.nothingSent)
    await expect(countIn(failed, text.failedCount)).toHaveText('3')
    const reasons = failed.getByRole('list', { name: text.reasons }).getByRole('listitem')
    await expect(reasons).toHaveText(lmsReasons)
    await expect(button).toBeFocused()
    await pressOn(page, failed.getByRole('button', { name: text.copyReasons }))
    await expect(failed.getByRole('button', { name: text.reasonsCopied })).toBeFocused()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.trim().split(/\r?\n/)).toEqual(await reasons.allTextContents())
    await examine(page, `the ledger of an upload with three failures, ${language}`)

    await uploadByKeyboard(page, language)
    await expect(countIn(newestResult(page, language, text.sent), text.resentCount)).toHaveText('3')
    await uploadByKeyboard(page, language)
    await expect(newestResult(page, language, text.already)).toBeVisible()
    // What was told stays, also over a look at the tasks.
    await page.getByRole('tab', { name: text.tasks, exact: true }).click()
    await expect(button).toHaveCount(0)
    await page.getByRole('tab', { name: text.tab, exact: true }).click()
    await expect(resultCards(page, language)).toHaveCount(3)
    await expect(resultCards(page, language).last()).toContainText(text.reasons)
    expect(callsOf(platform, 'uploadToLms')).toBe(3)
  })
}

test('a learning system that is off says so to the administrator, in the panel', async ({
  page,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 409/)
  const text = lmsWords.ru
  const address = '/group/1?tab=lms'
  await openAsAdmin(page, platform, { scenario: 'brokenNeighbours', language: 'ru', address })
  await uploadByKeyboard(page, 'ru')
  await expect(newestResult(page, 'ru', text.disabled)).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: text.download }))
  await expect(newestResult(page, 'ru', text.notUpdated)).toBeVisible()
  await expect(resultCards(page, 'ru')).toHaveCount(2)
})

test('N11 a course that the learning system does not have is told of, and is no error', async ({
  page,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 404/)
  const text = lmsWords.en
  const address = '/group/1?tab=lms'
  await openAsAdmin(page, platform, { scenario: 'lmsMissingCourse', language: 'en', address })
  await uploadByKeyboard(page, 'en')
  const told = newestResult(page, 'en', text.missingCourse)
  await expect(told).toContainText('sec-autumn-26')
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  expect(callsOf(platform, 'uploadToLms'), 'not tried again').toBe(1)
})

test('ten clicks are one exchange', async ({ page, platform }) => {
  const text = lmsWords.ru
  const address = '/group/1?tab=lms'
  await openAsAdmin(page, platform, { scenario: 'default', language: 'ru', address })
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  platform.fault('downloadFromLms', { kind: 'wait', until })
  platform.fault('uploadToLms', { kind: 'wait', until })
  const tenClicks = (button: HTMLElement | SVGElement) => {
    for (let click = 0; click < 10; click++) (button as HTMLElement).click()
  }
  const download = page.getByRole('button', { name: text.download })
  await download.evaluate(tenClicks)
  await download.click({ clickCount: 3, force: true })
  answer()
  await expect(newestResult(page, 'ru', text.updated)).toBeVisible()
  await page.getByRole('button', { name: text.upload }).click()
  const question = page.getByRole('alertdialog', { name: text.question })
  await question.getByRole('button', { name: text.send }).evaluate(tenClicks)
  await expect(question).toHaveCount(0)
  await expect(resultCards(page, 'ru')).toHaveCount(2)
  expect(['downloadFromLms', 'uploadToLms'].map(call => callsOf(platform, call))).toEqual([1, 1])
})

test('who does not administer the group never sees the exchange, not by its address either', async ({
  page,
  platform,
}) => {
  const text = lmsWords.ru
  await takeSession(page, 'student')
  await page.goto('/group/1?tab=lms')
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
  await expect(page.getByRole('tab', { name: text.tab, exact: true })).toHaveCount(0)
  for (const name of [text.download, text.upload])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  expect(['downloadFromLms', 'uploadToLms'].map(call => callsOf(platform, call))).toEqual([0, 0])
})
