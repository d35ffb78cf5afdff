import { expect } from '@playwright/test'
import { accountLabels } from './account-labels'
import { labels } from './labels'
import { test } from './platform'
import { logIn, signInByApi } from './users'

const text = labels.ru
const account = accountLabels.ru

test('S02 login and navigation work without local storage', async ({ page, context, tripwires }) => {
  tripwires.allowConsole(/never/)
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    }
  })
  await logIn(page, 'student')
  await page.getByRole('link', { name: text.myEducation }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: text.myGroups })).toBeVisible()
})

test('S06 only registered keys are stored, and never the access token', async ({
  page,
  context,
  platform,
}) => {
  await signInByApi(page, 'student')
  await page.goto('/group/1/task/101')
  await page.getByRole('button', { name: account.themeMenu }).click()
  await page.getByRole('menuitemradio', { name: account.dark }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: account.feedback }).click()
  await page.getByRole('textbox', { name: account.message }).fill('Черновик')
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('button', { name: account.shortcuts }).click()
  await page.getByRole('checkbox', { name: account.singleKeys }).uncheck()
  await page.keyboard.press('Escape')

  // Each of them is in the registry of src/lib/storage.
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.toSorted()).toEqual(
    ['FeedBack', 'flagship.lastTask', 'flagship.shortcuts', 'flagship.user', 'theme', 'token'].toSorted(),
  )
  const bearers = platform.journal().flatMap(({ headers }) => headers.authorization?.split(' ')[1] ?? [])
  expect(bearers.length).toBeGreaterThan(0)
  const cookies = JSON.stringify(await context.cookies())
  const stored = await page.evaluate(async () =>
    JSON.stringify([localStorage, sessionStorage, history.state, await indexedDB.databases()]),
  )
  expect(bearers.filter(token => `${cookies} ${stored}`.includes(token))).toEqual([])
})
