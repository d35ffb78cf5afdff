import { expect } from '@playwright/test'
import { logIn, signIn } from './people'
import { test } from './platform'
import { words } from './words'

const text = words.ru

test('S05 a chunk that is gone, with session storage blocked, reloads the page at most once', async ({
  page,
  context,
  tripwires,
}) => {
  // The boundary logs the storage's own refusal, which the router meets while it looks for its mark.
  tripwires.allowConsole(
    /Failed to load resource|Failed to fetch dynamically imported module|SecurityError: blocked/,
  )
  await context.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  await signIn(page, 'student')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.route(/\/assets\/contacts[^/]*\.js$/, route => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: text.contacts }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Long enough for a loop to show itself: one reload takes a fraction of this.
  await page.waitForTimeout(4000)
  expect(loads).toBeLessThanOrEqual(1)
  await expect(page.getByRole('main')).not.toBeEmpty()
})

test('S02 login and browsing work where local storage is refused', async ({ page, context, tripwires }) => {
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
