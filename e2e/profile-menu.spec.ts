import { expect, type Page } from '@playwright/test'
import { leaveByKeyboard, openMenu, typeLogin } from './account-steps'
import { accountWords } from './account-words'
import { examine } from './examine'
import { tabTo } from './keyboard'
import { enterFromLms, personaPassword, speak, takeSession } from './people'
import { type Platform, test } from './platform'
import { languages } from './words'

const fresh = 'gora-reka-41'

/** Takes the place of what stands in the focused field. */
async function retype(page: Page, value: string): Promise<void> {
  await page.keyboard.press('Control+A')
  await page.keyboard.type(value)
  await page.keyboard.press('Enter')
}

function bodiesOf(platform: Platform, operationId: string) {
  return platform.journal().filter(entry => entry.operationId === operationId)
}

for (const language of languages) {
  const text = accountWords[language]

  test(`a username is changed by the keyboard, after one that is taken (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(90_000)
    tripwires.allowConsole(/status of 40[39]/)
    await speak(context, language, platform.url)
    await takeSession(page, 'student')
    await page.goto('/group/1/leaderboard')
    const row = page.getByRole('table').getByRole('row')
    await expect(row.filter({ hasText: 'student' }).first()).toBeVisible()

    const menu = await openMenu(page, language)
    await examine(page, `the profile menu, ${language}`)
    await tabTo(page, menu.getByRole('button', { name: text.editUsername }))
    await page.keyboard.press('Enter')
    const field = menu.getByRole('textbox', { name: text.username })
    await expect(field).toBeFocused()
    await retype(page, 'admin')
    await expect(field).toHaveAccessibleDescription(text.taken)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('admin')
    await examine(page, `a taken username, ${language}`)

    await retype(page, 'kapitan_42')
    await expect(menu.getByText(text.saved)).toBeVisible()
    await expect(menu.getByRole('button', { name: text.editUsername })).toBeFocused()
    await expect(menu.getByText('kapitan_42')).toBeVisible()
    // The board behind the menu says it too, without being asked to.
    await expect(row.filter({ hasText: 'kapitan_42' }).first()).toBeVisible()
    await expect(row.filter({ hasText: 'student' })).toHaveCount(0)
    expect(bodiesOf(platform, 'updateUsername').map(({ status }) => status)).toEqual([409, 200])

    await leaveByKeyboard(page, menu, language)
    await typeLogin(page, 'kapitan_42', personaPassword, language)
    await expect((await openMenu(page, language)).getByText('kapitan_42')).toBeVisible()
  })

  test(`who came from the learning system sets a first password and logs in by it (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    test.setTimeout(90_000)
    await speak(context, language, platform.url)
    await enterFromLms(page, language)
    const menu = await openMenu(page, language)
    await expect(menu.getByRole('button', { name: text.changePassword })).toHaveCount(0)
    await tabTo(page, menu.getByRole('button', { name: text.setPassword }))
    await page.keyboard.press('Enter')
    const password = menu.getByRole('textbox', { name: text.newPassword, exact: true })
    const repeat = menu.getByRole('textbox', { name: text.repeatPassword })
    await expect(password).toBeFocused()

    // Match first, then length (specification, section 5).
    await page.keyboard.type('short')
    await tabTo(page, repeat)
    await retype(page, 'other')
    await expect(repeat).toHaveAccessibleDescription(text.mismatch)
    await expect(repeat).toBeFocused()
    await retype(page, 'short')
    await expect(password).toHaveAccessibleDescription(new RegExp(text.short))
    await expect(password).toBeFocused()
    await examine(page, `a first password that is too short, ${language}`)
    expect(bodiesOf(platform, 'updatePassword')).toEqual([])

    await page.keyboard.press('Control+A')
    await page.keyboard.type(fresh)
    await tabTo(page, repeat)
    await retype(page, fresh)
    await expect(menu.getByText(text.passwordSaved)).toBeVisible()
    await expect(menu.getByRole('button', { name: text.changePassword })).toBeFocused()
    await expect(menu.getByRole('button', { name: text.setPassword })).toHaveCount(0)

    await leaveByKeyboard(page, menu, language)
    await typeLogin(page, 'lms', fresh, language)
    await expect(page.getByRole('button', { name: text.menu })).toBeVisible()
  })

  test(`G13 without a confirmed address nothing is edited, and the menu says why (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    // What the home page asks for is closed to the unconfirmed.
    tripwires.allowConsole(/status of 403/)
    await speak(context, language, platform.url)
    await takeSession(page, 'newcomer')
    await page.goto('/contacts')
    const menu = await openMenu(page, language)
    for (const name of [text.editUsername, text.changePassword]) {
      await tabTo(page, menu.getByRole('button', { name }))
      await page.keyboard.press('Enter')
      await expect(menu.getByRole('button', { name })).toHaveAccessibleDescription(text.onlyVerified)
    }
    await expect(menu.getByRole('textbox')).toHaveCount(0)
    await examine(page, `the menu without a confirmed address, ${language}`)
    const asked = platform.journal().filter(({ operationId }) => /^update/.test(operationId))
    expect(asked).toEqual([])
  })
}
