import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { createRandom } from '../packages/contract/seeded-random'
import { labels } from './labels'
import { t } from './messages'
import { isFull, type Platform, test } from './platform'
import { fillLogin, logOut, signInByApi } from './users'

/** Longer than the lifetime of an access token. */
const PAST_ACCESS_MS = 10 * 60_000
/** Rounds of 401s; the fourth closes a tab, every fifth reloads one. */
const rounds = isFull ? 50 : 5
const text = labels.ru

/** Counts concurrent refreshes of all tabs. */
function countRefreshes(context: BrowserContext) {
  const running = new Set<Request>()
  const seen = { count: 0, highest: 0 }
  context.on('request', request => {
    if (!request.url().endsWith('/api/auth/refresh')) return
    running.add(request)
    seen.count += 1
    // A closed tab's request ends without an event.
    for (const other of running) if (other.frame().page().isClosed()) running.delete(other)
    seen.highest = Math.max(seen.highest, running.size)
  })
  const forget = (request: Request) => running.delete(request)
  context.on('requestfinished', forget)
  context.on('requestfailed', forget)
  return seen
}

/** Rejected refreshes: each would be the reuse of an old token. */
const rejectedRefreshes = (platform: Platform) =>
  platform.journal().filter(entry => entry.operationId === 'refreshSession' && entry.status !== 200)

const openTabs = (context: BrowserContext, ...paths: readonly string[]): Promise<Page[]> =>
  Promise.all(
    paths.map(async path => {
      const tab = await context.newPage()
      await tab.goto(path)
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
      return tab
    }),
  )

/** Opens the next task, which this tab has not loaded yet; starts over after the last one. */
async function requestNextTask(tab: Page): Promise<void> {
  const next = tab.getByRole('link', { name: text.nextTask })
  const previous = tab.getByRole('link', { name: t('ru', 'task:neighbours.previous') })
  await expect(next.or(previous).first()).toBeVisible()
  if ((await next.count()) === 0) await tab.goto('/group/1/task/101')
  await next.dispatchEvent('click')
}

/** The same, and waits for the task. */
async function openNextTask(tab: Page): Promise<void> {
  const arrived = tab.waitForResponse(answer => /tasks\/\d+$/.test(answer.url()) && answer.ok())
  await requestNextTask(tab)
  await arrived
}

test('A16 A17 five tabs with random 401s refresh one at a time and stay signed in, even if one closes during a refresh', async ({
  page,
  context,
  platform,
  settle,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 401/)
  await signInByApi(page, 'student')
  const paths = [101, 106, 111, 116, 121].map(task => `/group/1/task/${task}`)
  const tabs = await openTabs(context, ...paths)
  platform.clearJournal()
  const refreshes = countRefreshes(context)
  const random = createRandom(17)
  for (let round = 0; round < rounds; round++) {
    // A second 401 after a refresh is final, and the clock does not advance that often in practice. A refresh on its
    // way would bring a token from after the next advance.
    await settle(...tabs)
    platform.advanceClock(PAST_ACCESS_MS)
    platform.fault('refreshSession', { kind: 'delay', milliseconds: Math.round(random.next() * 300) })
    await Promise.all(tabs.filter(() => random.chance(0.6)).map(openNextTask))
    await settle(...tabs)
    if (round === 3) await leaveWhileRefreshing(tabs.shift(), platform, tab => tab.close())
    if (round % 5 === 4) {
      const tab = tabs[round % tabs.length]
      await leaveWhileRefreshing(tab, platform, () => tab?.reload())
      await expect(tab?.getByRole('heading', { level: 1 }) ?? page.locator('none')).toBeVisible()
    }
  }
  for (const tab of tabs) {
    await tab.reload()
    await expect(tab.getByRole('button', { name: text.accountMenu })).toBeVisible()
  }
  expect(refreshes.count, 'tokens expired and were renewed').toBeGreaterThan(rounds)
  expect(refreshes.highest).toBe(1)
  expect(rejectedRefreshes(platform)).toEqual([])
})

/** Closes or reloads a tab during its refresh: neither the lock nor the new cookie may get lost. */
async function leaveWhileRefreshing(
  tab: Page | undefined,
  platform: Platform,
  leave: (tab: Page) => unknown,
): Promise<void> {
  if (!tab) throw new Error('There is no tab left.')
  platform.advanceClock(PAST_ACCESS_MS)
  platform.fault('refreshSession', { kind: 'delay', milliseconds: 500 })
  // On a busy machine the link may still lead to the task that is on its way.
  await expect(async () => {
    const refreshing = tab.waitForRequest('**/api/auth/refresh', { timeout: 5000 })
    await Promise.all([refreshing, requestNextTask(tab)])
  }).toPass()
  await leave(tab)
}

test('A19 G11 a logout redirects the other tab to the login at once, and Back shows nothing of the user', async ({
  page,
  context,
  settle,
}) => {
  await page.goto('/login')
  await fillLogin(page, 'student')
  await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()
  await page.goto('/groups')
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The other tab renews the session, which rejects calls of this one that are still on their way.
  await settle(page)
  const other = await context.newPage()
  await other.goto('/group/1/task/101')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await settle(page, other)
  await page.bringToFront()
  await logOut(page)
  const bearers: string[] = []
  context.on('request', request => {
    if (request.headers().authorization) bearers.push(`${request.method()} ${request.url()}`)
  })
  // No call tells it, as the end of the test checks.
  await expect(other).toHaveURL(/\/login$/)
  await expect(other.getByRole('button', { name: text.accountMenu })).toHaveCount(0)
  for (let step = 0; step < 2; step++) {
    await page.goBack().catch(() => null)
    await expect(page.getByRole('button', { name: text.enter, exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: text.accountMenu })).toHaveCount(0)
  }
  for (const tab of [page, other]) {
    await tab.goto('/group/1')
    await expect(tab).toHaveURL(/\/login$/)
    expect(await tab.evaluate(() => localStorage.getItem('token'))).toBeNull()
  }
  expect(bearers, 'calls that still carry the old token').toEqual([])
})

test('G11 a page from the back/forward cache checks the session again', async ({ page, context }) => {
  await signInByApi(page, 'student')
  await page.goto('/group/1')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Another document replaces the app, then the user logs out in another tab.
  await page.goto('/contacts')
  const other = await context.newPage()
  await other.goto('/groups')
  await logOut(other)
  await page.goBack()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('button', { name: text.accountMenu })).toHaveCount(0)
})

test('S02 login and navigation work without local storage', async ({ page, context }) => {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
  await page.goto('/login')
  await fillLogin(page, 'student')
  await page.getByRole('link', { name: text.myEducation }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: text.myGroups })).toBeVisible()
})
