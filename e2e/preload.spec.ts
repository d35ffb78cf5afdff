import { expect, type Page } from '@playwright/test'
import { operations } from '../src/api/operations.gen'
import { signIn } from './people'
import { test } from './platform'

const effectOf = new Map<string, string>(Object.entries(operations).map(([id, { effect }]) => [id, effect]))

const journeys = [
  {
    persona: 'student',
    paths: ['/', '/groups', '/group/1', '/group/1/task/101', '/group/1/leaderboard', '/competencies'],
  },
  { persona: 'candidate', paths: ['/', '/group/5'] },
  { persona: 'admin', paths: ['/group/1'] },
  { persona: 'newcomer', paths: ['/', '/competencies'] },
] as const

for (const { persona, paths } of journeys) {
  test(`G14 looking at everything without pressing anything writes nothing (${persona})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(120_000)
    // A group that is closed to this person is preloaded as well, and refused.
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
    // What a page asks for when it opens says nothing of preloading.
    expect(
      preloaded.filter(id => effectOf.get(id) === 'read').length,
      'hovering preloaded something',
    ).toBeGreaterThan(0)
    // The silent refresh at each start of the app is the one write that nobody presses (specification, section 7).
    expect(called.filter(id => effectOf.get(id) === 'write' && id !== 'refreshSession')).toEqual([])
  })
}

/** Of links that differ by a number alone, as the rows of a list do, so many stand for all. */
const enoughRows = process.env.FLAGSHIP_TESTS === 'full' ? 4 : 2

/** Moves the pointer and then the focus over every link and control; the pause is longer than the preload's delay. */
async function hoverAndFocusEverything(page: Page): Promise<void> {
  const seen = new Map<string, number>()
  for (const control of await page.locator('a[href]:visible, button:visible, summary:visible').all()) {
    const kind = (await control.getAttribute('href').catch(() => null))?.replace(/\d+/g, 'N')
    const count = (kind && seen.get(kind)) || 0
    if (kind) seen.set(kind, count + 1)
    if (count >= enoughRows) continue
    // A tooltip or a menu of the control before may lie over this one; the pointer passes all the same.
    await control.hover({ force: true, timeout: 1000 }).catch(() => undefined)
    await page.waitForTimeout(60)
    await control.focus({ timeout: 1000 }).catch(() => undefined)
  }
}

/** What the browser says when the window is left and entered again. */
async function leaveAndComeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const name of ['blur', 'focus']) window.dispatchEvent(new Event(name))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
}
