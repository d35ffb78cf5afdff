import { expect, type Page } from '@playwright/test'
import { labels } from './labels'
import { matching, t } from './messages'
import { test } from './platform'
import { enterFlags } from './task-steps'
import { openMenu, signInByApi } from './users'

declare global {
  interface Window {
    announced?: string[]
  }
}

/** The longest delay of an announcement, in milliseconds. */
const LONGEST_DELAY_MS = 1200

/**
 * Records every text that a live region receives, as a screen reader would announce it. Call it before the page is
 * opened.
 */
async function recordAnnouncements(page: Page) {
  await page.addInitScript(() => {
    const announced: string[] = []
    window.announced = announced
    const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]'
    const getText = (node: Node) => (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    const note = (node: Node) => {
      if (getText(node) !== '') announced.push(getText(node))
    }
    new MutationObserver(mutations => {
      for (const { type, target, addedNodes } of mutations) {
        const owner = target instanceof Element ? target : target.parentElement
        const region = owner?.closest(regions)
        if (region && type === 'characterData') note(target)
        for (const node of addedNodes) {
          if (region) note(node)
          // A region that is inserted together with its text is announced only if it is an alert.
          else if (node instanceof Element)
            for (const alert of node.matches('[role=alert]') ? [node] : node.querySelectorAll('[role=alert]'))
              note(alert)
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const expected: (RegExp | string)[] = []
  const announced = () => page.evaluate(() => window.announced ?? [])
  const matchers = () => expected.map(text => expect.stringMatching(text))
  return {
    /** Forgets all announcements so far. */
    clear: async (): Promise<void> => {
      expected.length = 0
      await page.evaluate(() => {
        if (window.announced) window.announced.length = 0
      })
    },
    /** Waits for this announcement, the only one since the one before. */
    expectNext: async (text: RegExp | string): Promise<void> => {
      expected.push(text)
      await expect.poll(announced, `announced up to "${text}"`).toEqual(matchers())
    },
    /** Waits long enough for a further announcement, which must not come. */
    expectNoMore: async (): Promise<void> => {
      await page.waitForTimeout(LONGEST_DELAY_MS)
      expect(await announced(), 'nothing else is announced').toEqual(matchers())
    },
  }
}

const text = labels.ru

test.beforeEach(({ tripwires }) => {
  tripwires.allowConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/)
})

test('A11Y-18 A11Y-09 a route, a filter, verdicts, a copy and a save are announced once each', async ({
  page,
  context,
  platform,
}) => {
  const announcements = await recordAnnouncements(page)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByApi(page, 'student')
  await page.goto('/groups')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  await page.waitForLoadState('networkidle')
  await announcements.clear()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Практическая безопасность/ })
    .click()
  await announcements.expectNext(/Практическая безопасность.* · /)
  await expect(title).toBeFocused()

  const search = page.getByRole('searchbox', { name: t('ru', 'task:filters.search') })
  await search.pressSequentially('sql', { delay: 40 })
  await announcements.expectNext(/^(Найдено|Показано|\d+ )/)
  await expect(search, 'a filter leaves the focus where it is').toBeFocused()
  await search.fill('')
  await announcements.expectNext(/\d/)
  await announcements.expectNoMore()

  await page.goto('/group/1/task/101')
  await expect(title).toBeVisible()
  await page.waitForLoadState('networkidle')
  await announcements.clear()
  await enterFlags(page, 'ru', 'flag{not_this_one}')
  await announcements.expectNext(text.wrongFlag)
  const [flag = ''] = platform.getFlags('student', 1, 101)
  await enterFlags(page, 'ru', flag)
  await announcements.expectNext(text.rightFlag)
  await announcements.expectNoMore()

  const menu = await openMenu(page, 'ru')
  await announcements.clear()
  await menu.getByRole('button', { name: matching('ru', 'account:email.copy') }).click()
  await announcements.expectNext(t('ru', 'account:email.copied'))
  await menu.getByRole('button', { name: t('ru', 'account:username.edit') }).click()
  await menu.getByRole('textbox', { name: t('ru', 'account:username.label') }).fill('kapitan_42')
  await page.keyboard.press('Enter')
  await announcements.expectNext(t('ru', 'account:saved'))
  await announcements.expectNoMore()
})
