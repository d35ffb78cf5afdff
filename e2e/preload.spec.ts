import { expect, type Page } from '@playwright/test'
import { operations } from '../src/api/operations.gen'
import { test } from './platform'
import { signIn } from './users'

const effectOf = new Map<string, string>(Object.entries(operations).map(([id, { effect }]) => [id, effect]))

/** `npm test` takes the first two. */
const journeys = [
  { persona: 'student', paths: ['/', '/group/1', '/group/1/task/101'] },
  { persona: 'candidate', paths: ['/group/5'] },
  { persona: 'student', paths: ['/groups', '/group/1/leaderboard', '/competencies'] },
  { persona: 'candidate', paths: ['/'] },
  { persona: 'admin', paths: ['/group/1'] },
  { persona: 'newcomer', paths: ['/', '/competencies'] },
] as const
const isFull = process.env.FLAGSHIP_TESTS === 'full'

for (const { persona, paths } of isFull ? journeys : journeys.slice(0, 2)) {
  test(`G14 hovering and focusing everything writes nothing (${persona}, ${paths})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(120_000)
    // A closed group is preloaded too, and answers 403.
    tripwires.allowConsole(/status of 403|ERR_INTERNET_DISCONNECTED/)
    await signIn(page, persona)
    platform.clearJournal()
    const callsSoFar = () => platform.journal().map(entry => entry.operationId)
    const preloaded: string[] = []
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const loaded = callsSoFar().length
      await hoverAndFocusEverything(page)
      preloaded.push(...callsSoFar().slice(loaded))
      await leaveAndComeBack(page)
      await context.setOffline(true)
      await page.waitForTimeout(50)
      await context.setOffline(false)
      await page.waitForLoadState('networkidle')
    }
    const called = [...new Set(callsSoFar())]
    // Requests of the page itself are not preloads.
    expect(
      preloaded.filter(id => effectOf.get(id) === 'read').length,
      'hovering preloaded something',
    ).toBeGreaterThan(0)
    // The silent refresh at each start is the only write without a press.
    expect(called.filter(id => effectOf.get(id) === 'write' && id !== 'refreshSession')).toEqual([])
  })
}

/** How many links that differ only in a number are checked. */
const enoughRows = isFull ? 4 : 1

/** Hovers and focuses every link and control, longer than the preload delay. */
async function hoverAndFocusEverything(page: Page): Promise<void> {
  const seen = new Map<string, number>()
  for (const control of await page.locator('a[href]:visible, button:visible, summary:visible').all()) {
    const kind = (await control.getAttribute('href').catch(() => null))?.replace(/\d+/g, 'N')
    const count = (kind && seen.get(kind)) || 0
    if (kind) seen.set(kind, count + 1)
    if (count >= enoughRows) continue
    // A tooltip of the previous control may cover this one; the pointer passes anyway.
    await control.hover({ force: true, timeout: 1000 }).catch(() => undefined)
    await page.waitForTimeout(60)
    await control.focus({ timeout: 1000 }).catch(() => undefined)
  }
}

/** The events of leaving and returning to the window. */
async function leaveAndComeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const name of ['blur', 'focus']) window.dispatchEvent(new Event(name))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
}
