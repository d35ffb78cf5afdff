import { expect, type Page } from '@playwright/test'
import type { Fault } from '../mocks/platform/faults'
import { fillLogin, signIn, takeSession } from './people'
import { test } from './platform'
import { words } from './words'

const text = words.ru
const networkLines = /Failed to load resource/

test.beforeEach(({ tripwires }) => {
  tripwires.allowConsole(networkLines)
})

/** What a page that could not load says (specification, section 8); the page tests try every other way. */
const pageFaults: [name: string, fault: Fault, title: string][] = [
  ['502 with HTML', { kind: 'html', status: 502 }, 'Ошибка шлюза'],
  ['HTML in place of JSON', { kind: 'html', status: 200 }, 'Сервер ответил не так, как ожидалось'],
]

for (const [name, fault, title] of pageFaults) {
  test(`a group that answers with ${name} says so, and Retry brings it back`, async ({ page, platform }) => {
    test.setTimeout(90_000)
    await signIn(page, 'student')
    platform.fault('getGroup', fault, 100)
    await page.goto('/group/1')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 30_000 })
    platform.clearFaults()
    await page.getByRole('button', { name: text.retry }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Практическая безопасность/ })).toBeVisible()
  })
}

/** What a flag's sender gets to see; the typed text stays in every case. */
const flagFaults: [name: string, fault: Fault | null][] = [
  ['429', { kind: 'status', status: 429, headers: { 'Retry-After': '30' } }],
  [
    'a list of field errors',
    {
      kind: 'body',
      status: 422,
      body: { detail: [{ loc: ['body', 'flags'], msg: 'bad', type: 'value_error' }] },
    },
  ],
  ['HTML in place of JSON', { kind: 'html', status: 200 }],
  ['a broken connection', null],
]

for (const [name, fault] of flagFaults) {
  test(`a flag that meets ${name} stays in its field and is sent once`, async ({ page, platform }) => {
    await takeSession(page, 'student')
    await page.goto('/group/1/task/101')
    const sent: string[] = []
    page.on('request', request => {
      if (request.url().includes('/api/pass_flag')) sent.push(request.method())
    })
    // A connection breaks in the browser: the preview in between would make a 502 of it.
    if (fault) platform.fault('submitFlags', fault, 100)
    else await page.route('**/api/pass_flag*', route => route.abort('connectionreset'))
    const field = page.getByRole('textbox', { name: text.flag })
    await field.fill('flag{kept_as_typed}')
    await field.press('Enter')
    await expect(flagPanel(page).getByRole('alert')).not.toBeEmpty()
    await expect(field).toHaveValue('flag{kept_as_typed}')
    expect(sent).toEqual(['POST'])
  })
}

const loginFaults: [name: string, fault: Fault | null, message: RegExp][] = [
  [
    'a wrong password',
    { kind: 'status', status: 401, detail: 'Incorrect username or password' },
    /Неверное имя пользователя или пароль/,
  ],
  ['429', { kind: 'status', status: 429, headers: { 'Retry-After': '30' } }, /Слишком много запросов/],
  ['HTML in place of JSON', { kind: 'html', status: 200 }, /Сервер ответил не так/],
  ['a broken connection', null, /Сервер не отвечает/],
]

for (const [name, fault, message] of loginFaults) {
  test(`a login that meets ${name} keeps what was typed`, async ({ page, platform }) => {
    if (fault) platform.fault('login', fault, 100)
    else await page.route('**/api/auth/login', route => route.abort('connectionreset'))
    await page.goto('/login')
    await fillLogin(page, 'student')
    await expect(page.getByRole('alert').filter({ hasText: message }).first()).toBeVisible()
    await expect(page.getByRole('textbox', { name: text.username })).toHaveValue('student')
    await expect(page.getByRole('textbox', { name: text.password, exact: true })).toHaveValue('flagship-demo')
    await expect(page).toHaveURL(/\/login$/)
  })
}

test('N08 a group asked for while offline says so and comes by Retry', async ({ page, context }) => {
  await signIn(page, 'student')
  // The code of the page is there already; what is missing is what only the platform knows.
  await page.goto('/group/1')
  await page.getByRole('link', { name: text.myEducation }).click()
  const link = page.getByRole('main').getByRole('link', { name: /Hands-on Security/ })
  await expect(link).toBeVisible()
  await context.setOffline(true)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: text.offlineTitle })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('main').getByRole('button', { name: text.retry }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Hands-on Security/ })).toBeVisible()
})

test('A05 N08 a start without a connection keeps the session', async ({ page }) => {
  await signIn(page, 'student')
  await page.route('**/api/**', route => route.abort('internetdisconnected'))
  await page.goto('/group/1')
  await expect(page.getByRole('main')).toContainText(/Нет соединения|Сервер не отвечает|Нет ответа/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: text.retry }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Практическая безопасность/ })).toBeVisible()
})

test('N08 E08 a flag written while offline stays and is never sent by itself', async ({
  page,
  context,
  platform,
}) => {
  await takeSession(page, 'student')
  await page.goto('/group/1/task/101')
  const field = page.getByRole('textbox', { name: text.flag })
  await field.fill('flag{kept_as_typed}')
  await context.setOffline(true)
  await expect(page.getByText(text.offlineBanner)).toBeVisible()
  await field.press('Enter')
  await expect(field).toHaveValue('flag{kept_as_typed}')
  platform.clearJournal()
  await context.setOffline(false)
  await expect(page.getByText(text.onlineAgain).first()).toBeVisible()
  await page.waitForTimeout(1500)
  expect(platform.journal().filter(entry => entry.operationId === 'submitFlags')).toEqual([])
  await expect(field).toHaveValue('flag{kept_as_typed}')
})

function flagPanel(page: Page) {
  return page.getByRole('main')
}
