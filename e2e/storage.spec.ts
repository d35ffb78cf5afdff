import { expect } from '@playwright/test'
import { logIn } from './people'
import { test } from './platform'
import { words } from './words'

const text = words.ru

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
