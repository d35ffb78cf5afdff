import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { labels } from './labels'
import { type Platform, test } from './platform'
import { logIn, logOut, signIn, signInByApi } from './users'

/** Longer than the lifetime of an access token. */
const pastAccess = 10 * 60_000
/** Rounds of 401s; the fourth closes a tab, every fifth reloads one. */
const rounds = process.env.FLAGSHIP_TESTS === 'full' ? 50 : 5
const text = labels.ru

/** Counts concurrent refreshes of all tabs. */
function watchRefreshes(context: BrowserContext) {
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
function refusedRefreshes(platform: Platform) {
  return platform.journal().filter(entry => entry.operationId === 'refreshSession' && entry.status !== 200)
}

async function openTabs(context: BrowserContext, paths: string[]): Promise<Page[]> {
  return Promise.all(
    paths.map(async path => {
      const tab = await context.newPage()
      await tab.goto(path)
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
      return tab
    }),
  )
}

/** Opens the next task, which this tab has not loaded yet; starts over after the last one. */
async function askForNextTask(tab: Page): Promise<void> {
  const next = tab
    .getByRole('navigation', { name: text.neighbours })
    .getByRole('link', { name: text.nextTask })
  await expect(tab.getByRole('navigation', { name: text.neighbours })).toBeVisible()
  if ((await next.count()) === 0) await tab.goto('/group/1/task/101')
  await next.dispatchEvent('click')
}

/** The same, and waits for the task. */
async function openNextTask(tab: Page): Promise<void> {
  const arrived = tab.waitForResponse(answer => /tasks\/\d+$/.test(answer.url()) && answer.ok())
  await askForNextTask(tab)
  await arrived
}

test('A16 two tabs that get 401 at once refresh one after the other and both continue', async ({
  page,
  context,
  platform,
  tripwires,
}) => {
  tripwires.allowConsole(/status of 401/)
  await signIn(page, 'student')
  const [first, second] = await openTabs(context, ['/group/1', '/group/2'])
  if (!first || !second) throw new Error('Two tabs were asked for.')
  platform.clearJournal()
  const refreshes = watchRefreshes(context)
  platform.advanceClock(pastAccess)
  platform.fault('refreshSession', { kind: 'delay', milliseconds: 1000 })
  await Promise.all(
    [first, second].map(tab =>
      tab.getByRole('link', { name: text.leaderboard }).first().dispatchEvent('click'),
    ),
  )
  for (const tab of [first, second]) {
    await expect(tab).toHaveURL(/leaderboard$/)
    await expect(tab.getByRole('table')).toBeVisible()
  }
  const refused = platform.journal().filter(entry => entry.status === 401)
  expect(refused.length, 'both tabs were refused').toBeGreaterThanOrEqual(2)
  expect(refreshes, 'one refresh serves both').toEqual({ count: 1, highest: 1 })
  expect(refusedRefreshes(platform)).toEqual([])
})

test('A17 five tabs with random 401s stay signed in, even if one closes during a refresh', async ({
  page,
  context,
  platform,
  tripwires,
}) => {
  test.setTimeout(240_000)
  tripwires.allowConsole(/status of 401/)
  await signIn(page, 'student')
  const tabs = await openTabs(
    context,
    [101, 106, 111, 116, 121].map(task => `/group/1/task/${task}`),
  )
  platform.clearJournal()
  const refreshes = watchRefreshes(context)
  const random = seededRandom(17)
  for (let round = 0; round < rounds; round++) {
    // A second 401 after a refresh is final, and the clock does not advance that often in practice.
    await allIsQuiet(page, platform)
    platform.advanceClock(pastAccess)
    platform.fault('refreshSession', { kind: 'delay', milliseconds: Math.round(random() * 300) })
    await Promise.all(tabs.filter(() => random() < 0.6).map(openNextTask))
    if (round === 3) await closeWhileRefreshing(tabs, platform)
    if (round % 5 === 4) await reloadWhileRefreshing(tabs[round % tabs.length], platform)
  }
  for (const tab of tabs) {
    await tab.reload()
    await expect(tab.getByRole('button', { name: text.accountMenu })).toBeVisible()
  }
  expect(refreshes.count, 'tokens were refused and renewed').toBeGreaterThan(rounds)
  expect(refreshes.highest).toBe(1)
  expect(refusedRefreshes(platform)).toEqual([])
})

test('G11 Back after a logout shows no data of the previous user', async ({ page }) => {
  await logIn(page, 'student')
  await page.goto('/groups')
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await logOut(page)
  for (let step = 0; step < 2; step++) {
    await page.goBack().catch(() => null)
    await expect(page.getByRole('button', { name: text.enter, exact: true }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: text.accountMenu })).toHaveCount(0)
  }
})

test('G11 a page from the back/forward cache checks the session again', async ({ page, context }) => {
  await signInByApi(page, 'student')
  await page.goto('/group/1')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Another document replaces the app, then the user logs out in another tab.
  await page.goto('/contacts')
  const [other] = await openTabs(context, ['/groups'])
  if (!other) throw new Error('A tab was asked for.')
  await logOut(other)
  await page.goBack()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('button', { name: text.accountMenu })).toHaveCount(0)
})

/** Closes the first tab during its refresh: the lock and the new cookie must not be lost. */
async function closeWhileRefreshing(tabs: Page[], platform: Platform): Promise<void> {
  const leaving = tabs.shift()
  if (!leaving) throw new Error('There is no tab left to close.')
  await allIsQuiet(leaving, platform)
  platform.advanceClock(pastAccess)
  platform.fault('refreshSession', { kind: 'delay', milliseconds: 700 })
  const refreshing = leaving.waitForRequest('**/api/auth/refresh')
  await askForNextTask(leaving)
  await refreshing
  await leaving.close()
}

/**
 * Waits until every tab is idle, so that the next 401 meets the intended tab. A refresh that is in flight would
 * give every tab a token from after the next clock advance.
 */
async function allIsQuiet(page: Page, platform: Platform): Promise<void> {
  for (let before = -1; before !== platform.journal().length; ) {
    before = platform.journal().length
    await page.waitForTimeout(700)
  }
}

/** Reloads a tab during its refresh: the new page waits for the old one's cookie. */
async function reloadWhileRefreshing(tab: Page | undefined, platform: Platform): Promise<void> {
  if (!tab) throw new Error('There is no tab to reload.')
  await allIsQuiet(tab, platform)
  platform.advanceClock(pastAccess)
  platform.fault('refreshSession', { kind: 'delay', milliseconds: 300 })
  const refreshing = tab.waitForRequest('**/api/auth/refresh')
  await askForNextTask(tab)
  await refreshing
  await tab.reload()
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Mulberry32: deterministic. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
