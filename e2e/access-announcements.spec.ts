import { expect } from '@playwright/test'
import { openMenu } from './account-steps'
import { accountWords } from './account-words'
import { expectHeardOnce, expectSilence, forgetHeard, listen } from './heard'
import { takeSession } from './people'
import { test } from './platform'
import { enterFlags, wordsOf } from './task-state-steps'
import { labPanel, waitForLab } from './task-steps'

const text = wordsOf('ru')
const account = accountWords.ru

test.beforeEach(async ({ page, tripwires }) => {
  tripwires.allowConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/)
  await listen(page)
})

test('A11Y-18 A11Y-09 one word each for a route, a filter, verdicts, a copy and a save', async ({
  page,
  context,
  platform,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await takeSession(page, 'student')
  await page.goto('/groups')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  await page.waitForLoadState('networkidle')
  await forgetHeard(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Практическая безопасность/ })
    .click()
  await expectHeardOnce(page, /Практическая безопасность.* · /)
  await expect(title).toBeFocused()

  const search = page.getByRole('searchbox', { name: text.findTask })
  await search.pressSequentially('sql', { delay: 40 })
  await expectHeardOnce(page, /^(Найдено|Показано|\d+ )/)
  await expect(search, 'a filter leaves the focus where it is').toBeFocused()
  await search.fill('')
  await expectHeardOnce(page, /\d/)

  await page.goto('/group/1/task/101')
  await expect(title).toBeVisible()
  await page.waitForLoadState('networkidle')
  await forgetHeard(page)
  await enterFlags(page, 'ru', 'flag{not_this_one}')
  await expectHeardOnce(page, text.wrongFlag)
  const [flag = ''] = platform.flagsOf('student', 1, 101)
  await enterFlags(page, 'ru', flag)
  await expectHeardOnce(page, text.rightFlag)

  const menu = await openMenu(page, 'ru')
  await forgetHeard(page)
  await menu.getByRole('button', { name: /Скопировать .*(почт|адрес)|alexandra/ }).click()
  await expectHeardOnce(page, /скопирован/)
  await menu.getByRole('button', { name: account.editUsername }).click()
  await menu.getByRole('textbox', { name: account.username }).fill('kapitan_42')
  await page.keyboard.press('Enter')
  await expectHeardOnce(page, account.saved)
})

test('A11Y-18 A11Y-19 a lab says once that it starts, is ready or failed; its clock is silent', async ({
  page,
  platform,
}) => {
  await page.clock.install()
  platform.setting({ labStarts: 'failing' })
  await takeSession(page, 'student')
  await page.goto('/group/1/task/104')
  const panel = labPanel(page, 'ru')
  const start = panel.getByRole('button', { name: text.startLab })
  await expect(start).toBeVisible()
  await page.waitForLoadState('networkidle')
  await forgetHeard(page)
  await start.click()
  await expectHeardOnce(page, /запускается/)
  platform.advanceClock(60_000)
  await page.clock.fastForward(6000)
  await expect(panel.getByText(text.notStarted)).toBeVisible()
  await expectHeardOnce(page, /не запустилась/)

  platform.setting({ labStarts: 'usual' })
  await panel
    .getByRole('button', { name: /Запустить|Попробовать|Повторить/ })
    .first()
    .click()
  await expectHeardOnce(page, /запускается/)
  await waitForLab(page, platform, 'ru')
  await expectHeardOnce(page, /готова/)
  await page.clock.runFor(65_000)
  await expectSilence(page, 'a minute of the clock')
})

test('A11Y-18 one word each for a connection that is lost and that is back', async ({ page, context }) => {
  await takeSession(page, 'student')
  await page.goto('/groups')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await forgetHeard(page)
  await context.setOffline(true)
  await expectHeardOnce(page, text.offlineBanner)
  await context.setOffline(false)
  await expectHeardOnce(page, text.onlineAgain)
})
