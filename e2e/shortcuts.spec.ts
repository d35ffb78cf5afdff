import { expect, type Page } from '@playwright/test'
import { accountWords } from './account-words'
import { examine } from './examine'
import { type Press, pressAs, tabTo } from './keyboard'
import { speak, takeSession } from './people'
import { test } from './platform'
import { languages, words } from './words'

/** The key in each layout: as the hand presses it, whichever alphabet is on. */
const layouts = {
  Latin: {
    flag: { key: 'f', code: 'KeyF' },
    next: { key: '.', code: 'Period' },
    previous: { key: ',', code: 'Comma' },
    up: { key: '[', code: 'BracketLeft' },
    search: { key: '/', code: 'Slash' },
    help: { key: '?', code: 'Slash', shiftKey: true },
    nextRow: { key: 'j', code: 'KeyJ' },
    previousRow: { key: 'k', code: 'KeyK' },
  },
  Russian: {
    flag: { key: 'а', code: 'KeyF' },
    next: { key: 'ю', code: 'Period' },
    previous: { key: 'б', code: 'Comma' },
    up: { key: 'х', code: 'BracketLeft' },
    search: { key: '.', code: 'Slash' },
    help: { key: ',', code: 'Slash', shiftKey: true },
    nextRow: { key: 'о', code: 'KeyJ' },
    previousRow: { key: 'л', code: 'KeyK' },
  },
} as const satisfies Record<string, Record<string, Press>>

function leaveField(page: Page): Promise<void> {
  return page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
}

test.beforeEach(({ tripwires }) => {
  tripwires.allowConsole(/status of 403/)
})

for (const [layout, keys] of Object.entries(layouts)) {
  test(`single keys act by their place in the ${layout} layout`, async ({ page }) => {
    test.setTimeout(90_000)
    await takeSession(page, 'student')
    await page.goto('/group/1/task/102')
    const flag = page.getByRole('textbox', { name: words.ru.flag })
    await expect(flag).toBeVisible()
    await pressAs(page, keys.flag)
    await expect(flag).toBeFocused()
    // In a field a key is only typed.
    await pressAs(page, keys.next)
    await expect(page).toHaveURL(/task\/102$/)
    await leaveField(page)
    await pressAs(page, keys.next)
    await expect(page).not.toHaveURL(/task\/102$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await pressAs(page, keys.previous)
    await expect(page).toHaveURL(/task\/102$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await pressAs(page, keys.up)
    await expect(page).toHaveURL(/\/group\/1$/)
    // The page before has a heading with the focus too.
    await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    const tasks = page.getByRole('main').getByRole('listitem').locator('a[href^="/group/1/task/"]')
    await pressAs(page, keys.nextRow)
    await expect(tasks.nth(0)).toBeFocused()
    await pressAs(page, keys.nextRow)
    await expect(tasks.nth(1)).toBeFocused()
    await pressAs(page, keys.previousRow)
    await expect(tasks.nth(0)).toBeFocused()

    await pressAs(page, keys.search)
    await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused()
    await leaveField(page)
    await pressAs(page, keys.help)
    const dialog = page.getByRole('dialog', { name: accountWords.ru.shortcuts })
    await expect(dialog).toBeVisible()
    // The dialog has keys of its own: none of the page's acts under it.
    await pressAs(page, keys.up)
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL(/\/group\/1$/)
  })
}

for (const language of languages) {
  const text = accountWords[language]

  test(`single keys are switched off in their list, which its button opens then (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    test.setTimeout(90_000)
    await speak(context, language, platform.url)
    await takeSession(page, 'student')
    await page.goto('/group/1/task/101')
    const flag = page.getByRole('textbox', { name: words[language].flag })
    await expect(flag).toBeVisible()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: text.shortcuts })
    const isOn = dialog.getByRole('checkbox', { name: text.singleKeys })
    await expect(isOn).toBeFocused()
    await examine(page, `the list of shortcuts, ${language}`)
    await page.keyboard.press('Space')
    await expect(isOn).not.toBeChecked()
    await examine(page, `the list of shortcuts that are off, ${language}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await page.reload()
    await expect(flag).toBeVisible()
    for (const key of ['?', 'f', '.', '[']) await page.keyboard.press(key)
    await expect(flag).not.toBeFocused()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(/task\/101$/)

    const button = page.getByRole('contentinfo').getByRole('button', { name: text.shortcuts })
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await expect(isOn).not.toBeChecked()
    // Shown a moment before it has the focus: an earlier Space would press the button behind it.
    await expect(isOn).toBeFocused()
    await page.keyboard.press('Space')
    await expect(isOn).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await page.keyboard.press('f')
    await expect(flag).toBeFocused()
  })
}

test('S06 after all this only registered keys are kept, and the access token nowhere', async ({
  page,
  context,
  platform,
}) => {
  const text = accountWords.ru
  await takeSession(page, 'student')
  await page.goto('/group/1/task/101')
  await page.getByRole('button', { name: text.themeMenu }).click()
  await page.getByRole('menuitemradio', { name: text.dark }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: text.feedback }).click()
  await page.getByRole('textbox', { name: text.message }).fill('Черновик')
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('button', { name: text.shortcuts }).click()
  await page.getByRole('checkbox', { name: text.singleKeys }).uncheck()
  await page.keyboard.press('Escape')

  // Each of them stands in the registry of src/lib/storage.
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.toSorted()).toEqual(
    ['FeedBack', 'flagship.lastTask', 'flagship.shortcuts', 'flagship.user', 'theme', 'token'].toSorted(),
  )
  const bearers = platform.journal().flatMap(({ headers }) => headers.authorization?.split(' ')[1] ?? [])
  expect(bearers.length).toBeGreaterThan(0)
  const cookies = JSON.stringify(await context.cookies())
  const stored = await page.evaluate(async () =>
    JSON.stringify([localStorage, sessionStorage, history.state, await indexedDB.databases()]),
  )
  expect(bearers.filter(token => `${cookies} ${stored}`.includes(token))).toEqual([])
})
