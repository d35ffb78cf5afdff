import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { BANK_DELAY_MS, expectAttempt, getExamLabels, openBank, openExam, paidExam } from './exam-steps'
import { t } from './messages'
import { startNginx, test } from './nginx'
import { screens } from './routes'
import { taskLabels } from './task-labels'
import { findFlag, insideTasks, startLab, waitForPrompt } from './task-steps'
import type { Tripwires } from './tripwires'
import { signIn, signInByApi } from './users'

/** Paths that a foreign page tries to frame. */
const framed = ['/', '/login', '/group/1', '/order/ok'] as const
const accepted = t('ru', 'common:order.ok')
/** The console message about postMessage to a foreign parent. */
const foreignParent = /postMessage/

/** A server of another origin whose page frames the site; the browser treats an intercepted one differently. */
async function startFramingPage(site: () => string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => {
    const frames = framed.map(path => `<iframe src="${site()}${path}"></iframe>`).join('')
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>Frames</title>${frames}`)
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

/** Expects the browser's error page, caused by the policy, in each frame except those listed. */
async function expectBlocked(page: Page, refusals: string[], but: readonly string[] = []): Promise<void> {
  const blocked = framed.filter(path => !but.includes(path))
  await expect.poll(() => refusals.length).toBe(blocked.length)
  for (const path of blocked) {
    const child = page.mainFrame().childFrames()[framed.indexOf(path)]
    await expect.poll(() => child?.url()).toMatch(/^chrome-error:/)
    expect(await child?.locator('body').innerText()).not.toMatch(/Флагман|Оплата|Войти|Главная/)
  }
}

/** Console messages about blocked frames. */
function recordCspErrors(page: Page, tripwires: Tripwires): string[] {
  tripwires.allowConsole(/frame-ancestors/)
  const refusals: string[] = []
  page.on('console', message => {
    if (message.text().includes('frame-ancestors')) refusals.push(message.text())
  })
  return refusals
}

/** Console messages of forbidden pages, which are part of the walk. */
const expectedFailures = /Failed to load resource: the server responded with a status of 4\d\d/

type Persona = (typeof screens)[number]['persona']

const others = ['newcomer', 'candidate', 'admin', 'lms'] as const

/**
 * One path for each route of guests and of users in `npm test`, every path of every user with `--full`. Dialogs and
 * menus are covered by the journeys, under the same policy.
 */
const routes = new Map<string, { path: string; persona: Persona }>()
for (const user of [null, 'student', ...others])
  for (const { path, persona } of screens) {
    const route = path.replace(/\?.*/, '').replace(/\d+/g, 'N')
    const key = process.env.FLAGSHIP_TESTS === 'full' ? `${user} ${path}` : `${user === null} ${route}`
    if (persona === user && !routes.has(key)) routes.set(key, { path, persona })
  }

test.describe('a walk of every route', () => {
  test.describe.configure({ timeout: 180_000 })

  async function walk(page: Page, tripwires: Tripwires, persona: Persona): Promise<void> {
    tripwires.allowConsole(expectedFailures)
    for (const { path } of [...routes.values()].filter(route => route.persona === persona)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  }

  function end(tripwires: Tripwires): void {
    expect(tripwires.violations()).toEqual([])
  }

  test('H01 H08 no route of a visitor violates the policy', async ({ page, tripwires }) => {
    await walk(page, tripwires, null)
    end(tripwires)
  })

  test('H01 H08 no route of a student violates the policy, with a terminal in use', async ({
    page,
    platform,
    tripwires,
  }) => {
    await signIn(page, 'student')
    await walk(page, tripwires, 'student')
    const sockets: string[] = []
    page.on('websocket', socket => sockets.push(socket.url()))
    await page.goto(insideTasks.ru.address)
    await startLab(page, platform, 'ru')
    await page.getByRole('button', { name: taskLabels.ru.openTerminal }).click()
    await waitForPrompt(page, 'ru')
    const flag = await findFlag(page, insideTasks.ru)
    expect([flag]).toEqual(platform.flagsOf('student', insideTasks.ru.group, insideTasks.ru.task))
    expect(sockets.map(address => new URL(address).host)).toEqual([new URL(platform.url).host])
    end(tripwires)
  })

  test('H01 H08 no route of other users violates the policy, with a payment at a bank', async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    for (const persona of others) {
      await signIn(page, persona)
      await walk(page, tripwires, persona)
      await page.evaluate(() => localStorage.clear())
      await context.clearCookies()
    }
    const text = getExamLabels('ru')
    await platform.reset({ scenario: 'needPay' })
    platform.setting({ bankOrigin: platform.bankUrl })
    tripwires.allowForeign(new RegExp(`^${platform.bankUrl}/mock-bank/`))
    await openExam(page, platform, paidExam)
    const bank = await openBank(page, 'ru', text.pay)
    await bank.getByRole('button', { name: text.bankPay }).click()
    const dialog = page.getByRole('dialog', { name: text.payment })
    await expect(dialog.getByText(text.orderOk)).toBeVisible()
    platform.advanceClock(BANK_DELAY_MS)
    await expectAttempt(page, text.payed)
    end(tripwires)
  })
})

test('F04 a foreign page cannot frame the site', async ({ page, platform, tripwires }) => {
  const refusals = recordCspErrors(page, tripwires)
  await signIn(page, 'student')
  const foreign = await startFramingPage(() => platform.url)
  tripwires.allowForeign(new RegExp(`^${foreign.url}/`))
  await page.goto(foreign.url)
  await expectBlocked(page, refusals)
  foreign.close()
})

test('F04 a configured bank can frame only the payment result pages', async ({
  page,
  platform,
  tripwires,
}) => {
  const refusals = recordCspErrors(page, tripwires)
  tripwires.allowConsole(foreignParent)
  let site = ''
  const bank = await startFramingPage(() => site)
  const nginx = await startNginx({ apiUrl: platform.bankUrl, paymentOrigins: [bank.url] })
  site = nginx.url
  tripwires.allowForeign(new RegExp(`^(${bank.url}|${nginx.url})/`))
  await page.goto(bank.url)
  await expect(page.frameLocator('iframe').nth(3).locator('body')).toHaveText(accepted)
  await expectBlocked(page, refusals, ['/order/ok'])
  await nginx.close()
  bank.close()
})

test('F04 the site itself can frame only the payment result pages', async ({ page, tripwires }) => {
  const refusals = recordCspErrors(page, tripwires)
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(paths => {
    for (const src of paths) document.body.append(Object.assign(document.createElement('iframe'), { src }))
  }, framed)
  await expect(page.frameLocator('iframe').nth(3).locator('body')).toHaveText(accepted)
  await expectBlocked(page, refusals, ['/order/ok'])
})

test('U05 a file that is too large is rejected by the API, and by nginx in a way that the page can read', async ({
  page,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 413/)
  await signInByApi(page, 'student')
  await page.goto('/contacts')
  const login = await page.request.post('/api/auth/login', {
    data: { username: 'student', password: 'flagship-demo' },
  })
  const { access_token: token } = await login.json()
  const send = (bytes: number, path = '/api/feedback') =>
    page.evaluate(
      async ([size, bearer, address]) => {
        const body = new FormData()
        body.set('text', 'A report')
        body.set('files', new File([new Uint8Array(size)], 'report.pdf', { type: 'application/pdf' }))
        const headers = { Authorization: `Bearer ${bearer}` }
        const answer = await fetch(address, { method: 'POST', body, headers })
        const isJson = answer.headers.get('content-type')?.includes('json') ?? false
        return { status: answer.status, isJson }
      },
      [bytes, token as string, path] as const,
    )
  const limit = 5 * 1024 * 1024
  expect((await send(limit)).status).toBe(204)
  expect(platform.feedback()).toHaveLength(1)
  expect(await send(limit + 1)).toEqual({ status: 413, isJson: true })
  expect(await send(2 * limit)).toEqual({ status: 413, isJson: false })
  // Some frameworks redirect to the path with a trailing slash.
  expect((await send(limit, '/api/feedback/')).status).toBe(204)
})
