import { expect, type Page } from '@playwright/test'
import { bankThinks, examWordsOf, expectAttempt, openBank, openExam, paidExam } from './exam-steps'
import { accepted, expectBlocked, followRefusals, framed, startFramingPage, strangeParent } from './frames'
import { startNginx, test } from './nginx'
import { signIn, takeSession } from './people'
import { screens } from './routes'
import { awaitPrompt, findFlag, insideTasks, startLab } from './task-steps'
import { taskWords } from './task-words'
import type { Tripwires } from './tripwires'

/** What the browser says of a screen that is refused, as some of the walk are. */
const expectedFailures = /Failed to load resource: the server responded with a status of 4\d\d/

type Persona = (typeof screens)[number]['persona']

/** One for all addresses of a route in `npm test`, whatever group or task it shows; itself in `npm test -- --full`. */
const routeOf = (path: string): string =>
  process.env.FLAGSHIP_TESTS === 'full' ? path : path.replace(/\?.*/, '').replace(/\d+/g, 'N')

/** What a person opens further on a page is looked at by the journeys, under the same policy. */
const pathsOf = (persona: Persona): string[] => {
  const paths = screens.filter(screen => screen.persona === persona).map(({ path }) => path)
  return [...new Map(paths.map(path => [routeOf(path), path])).values()]
}

const others = ['newcomer', 'candidate', 'admin', 'lms'] as const

test.describe('a walk of every route', () => {
  test.describe.configure({ timeout: 180_000 })

  async function walk(page: Page, tripwires: Tripwires, persona: Persona): Promise<void> {
    tripwires.allowConsole(expectedFailures)
    for (const path of pathsOf(persona)) {
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

  test('H01 H08 no route of a student does, with a terminal that is typed into', async ({
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
    await page.getByRole('button', { name: taskWords.ru.openTerminal }).click()
    await awaitPrompt(page, 'ru')
    const flag = await findFlag(page, insideTasks.ru)
    expect([flag]).toEqual(platform.flagsOf('student', insideTasks.ru.group, insideTasks.ru.task))
    expect(sockets.map(address => new URL(address).host)).toEqual([new URL(platform.url).host])
    end(tripwires)
  })

  test('H01 H08 no route of anybody else does, with the page of a bank that is paid at', async ({
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
    const text = examWordsOf('ru')
    await platform.reset({ scenario: 'needPay' })
    platform.setting({ bankOrigin: platform.bankUrl })
    tripwires.allowForeign(new RegExp(`^${platform.bankUrl}/mock-bank/`))
    await openExam(page, platform, paidExam)
    const bank = await openBank(page, 'ru', text.pay)
    await bank.getByRole('button', { name: text.bankPay }).click()
    const dialog = page.getByRole('dialog', { name: text.payment })
    await expect(dialog.getByText(text.orderOk)).toBeVisible()
    platform.advanceClock(bankThinks)
    await expectAttempt(page, text.payed)
    end(tripwires)
  })
})

test('F04 a foreign page frames nothing of the site, whoever is signed in', async ({
  page,
  platform,
  tripwires,
}) => {
  const refusals = followRefusals(page, tripwires)
  await signIn(page, 'student')
  const foreign = await startFramingPage(() => platform.url)
  tripwires.allowForeign(new RegExp(`^${foreign.url}/`))
  await page.goto(foreign.url)
  await expectBlocked(page, refusals)
  foreign.close()
})

test('F04 a bank of the configuration frames the pages of payment outcome and nothing else', async ({
  page,
  platform,
  tripwires,
}) => {
  const refusals = followRefusals(page, tripwires)
  tripwires.allowConsole(strangeParent)
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

test('F04 the site itself frames the pages of payment outcome and nothing else', async ({
  page,
  tripwires,
}) => {
  const refusals = followRefusals(page, tripwires)
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(paths => {
    for (const src of paths) document.body.append(Object.assign(document.createElement('iframe'), { src }))
  }, framed)
  await expect(page.frameLocator('iframe').nth(3).locator('body')).toHaveText(accepted)
  await expectBlocked(page, refusals, ['/order/ok'])
})

test('U05 a file that is too large is refused by the API in its own words, and by nginx so that the page hears it', async ({
  page,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 413/)
  await takeSession(page, 'student')
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
  // Some frameworks redirect to the address with a slash.
  expect((await send(limit, '/api/feedback/')).status).toBe(204)
})
