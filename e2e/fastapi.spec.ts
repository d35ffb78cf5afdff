import { expect } from '@playwright/test'
import { startMockServer } from '../mocks/server/start'
import { type FastapiStyle, startFastapiStyle } from './fastapi-style'
import { labels } from './labels'
import { type Nginx, startNginx } from './nginx'
import { test as base, createControls, type Platform } from './platform'
import { taskLabels } from './task-labels'
import { findFlag, insideTasks, startLab, waitForPrompt } from './task-steps'
import { fillLogin } from './users'

/** A backend that responds like FastAPI by default, behind nginx as described in deploy/README. */
const test = base.extend<
  object,
  { backend: { api: FastapiStyle; nginx: Nginx; platform: Platform }; platform: Platform }
>({
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
    async ({}, use) => {
      const mock = await startMockServer()
      const api = await startFastapiStyle(mock.url)
      const nginx = await startNginx({ apiUrl: api.url, paymentOrigins: [mock.url] })
      await use({ api, nginx, platform: createControls(nginx.url, mock) })
      await nginx.close()
      await api.close()
      await mock.close()
    },
    { scope: 'worker' },
  ],
  platform: [({ backend }, use) => use(backend.platform), { scope: 'worker' }],
})

const text = { ...labels.ru, ...taskLabels.ru }
const style = 'nulls, 100.0, redirects to the slash with the inner host, unknown fields, lists in 422'

test.beforeEach(({ tripwires }) => {
  // The console lists each failed request, also those of groups that are not open.
  tripwires.allowConsole(/status of 4(01|03|09|22)/)
})

test(`FastAPI style (${style}): sign in, group, task, lab with its terminal, a wrong and the right flag`, async ({
  page,
  platform,
  backend,
}) => {
  const { group, task, address } = insideTasks.ru
  await page.goto(`/group/${group}`)
  await fillLogin(page, 'student')
  await page.locator(`a[href="${address}"]`).first().click()
  await startLab(page, platform, 'ru')
  await page.getByRole('button', { name: text.openTerminal }).click()
  await waitForPrompt(page, 'ru')
  const flag = await findFlag(page, insideTasks.ru)
  expect([flag]).toEqual(platform.flagsOf('student', group, task))
  const field = page.getByRole('textbox', { name: text.flag, exact: true })
  await field.fill('flag{not_this_one}')
  await field.press('Enter')
  await expect(page.getByText(text.wrongFlag).first()).toBeVisible()
  await field.fill(flag)
  await field.press('Enter')
  await expect(page.getByText(text.rightFlag).first()).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: labels.ru.myEducation }).click()
  await expect(page).toHaveURL(/\/groups$/)
  await expect(page.locator('main')).not.toContainText(/null|undefined|NaN|\.0\b/)
  // Redirects stay on the site: the tripwires saw no other host.
  expect(backend.api.redirected()).toEqual(
    expect.arrayContaining([
      'POST /api/auth/login',
      `GET /api/groups/${group}/tasks/${task}`,
      'POST /api/deploy',
      'POST /api/pass_flag',
    ]),
  )
})
