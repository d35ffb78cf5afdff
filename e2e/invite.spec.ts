import { expect, type Page } from '@playwright/test'
import { examine } from './examine'
import { pressOn, typeInto } from './keyboard'
import { personaPassword, speak, stranger, takeSession, typeLogin, typeRegistration } from './people'
import { test } from './platform'
import { languages, words } from './words'

const student = { username: 'student', password: personaPassword }
/** A group that the student is not in. */
const invited = { code: 'EXAM-ANALYST', path: '/group/8', title: /аналитик реагирования/ }
const refusedLines = /Failed to load resource: the server responded with a status of 4\d\d/

const groupTitle = (page: Page) => page.getByRole('heading', { level: 1, name: invited.title })

for (const language of languages) {
  const text = words[language]
  const inMain = (page: Page) => page.getByRole('main')

  test(`a guest with an invite logs in and lands in the group, by the keyboard alone (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    test.setTimeout(90_000)
    await speak(context, language, platform.url)
    await page.goto(`/invite/${invited.code}`)
    await expect(page.getByRole('heading', { level: 2, name: invited.title })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: text.inviteLogin })).toBeVisible()
    await examine(page, `an invite for a guest, ${language}`)
    await pressOn(page, inMain(page).getByRole('link', { name: text.enter, exact: true }))
    await expect(page.getByRole('status').filter({ hasText: text.invited })).toContainText(invited.title)
    await examine(page, `a login with an invite, ${language}`)
    await typeLogin(page, student, language)
    await expect(page).toHaveURL(`${platform.url}${invited.path}`)
    await expect(groupTitle(page)).toBeFocused()
    await page.goto('/groups')
    await expect(inMain(page).getByRole('link', { name: invited.title })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('auth_redirect'))).toBeNull()
  })

  test(`a guest with an invite registers, confirms the address and lands in the group (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    test.setTimeout(90_000)
    await speak(context, language, platform.url)
    await page.goto(`/invite/${invited.code}`)
    await pressOn(page, inMain(page).getByRole('link', { name: text.register, exact: true }))
    await expect(page).toHaveURL(new RegExp(`/registration\\?invite=${invited.code}$`))
    await expect(page.getByRole('status').filter({ hasText: text.invited })).toContainText(invited.title)
    await typeRegistration(page, stranger, language)
    await expect(page.getByRole('heading', { level: 1, name: text.checkMail })).toBeFocused()
    await platform.confirmByLetter(stranger.email)
    await pressOn(page, inMain(page).getByRole('link', { name: text.enter, exact: true }))
    await expect(page).toHaveURL(new RegExp(`/login\\?invite=${invited.code}$`))
    await typeLogin(page, stranger, language)
    await expect(page).toHaveURL(`${platform.url}${invited.path}`)
    await expect(groupTitle(page)).toBeFocused()
  })

  test(`a member is led to the group (${language})`, async ({ page, context, platform }) => {
    test.setTimeout(90_000)
    await speak(context, language, platform.url)
    await takeSession(page, 'student')
    await page.goto('/invite/AUTUMN-2026')
    await expect(page.getByRole('heading', { level: 2, name: text.alreadyMember })).toBeVisible()
    await examine(page, `an invite for a member, ${language}`)
    await pressOn(page, page.getByRole('link', { name: text.openGroup }))
    await expect(page).toHaveURL(`${platform.url}/group/1`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test(`whoever is signed in joins by the password; a wrong one signs nobody out (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(90_000)
    tripwires.allowConsole(refusedLines)
    await speak(context, language, platform.url)
    await takeSession(page, 'student')
    await page.goto(`/invite/${invited.code}`)
    const password = page.getByRole('textbox', { name: text.password, exact: true })
    await expect(password).toBeVisible()
    await examine(page, `an invite for somebody signed in, ${language}`)
    platform.clearJournal()
    await typeInto(page, password, 'flagship-demi')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: text.wrongPassword })).toBeVisible()
    await expect(password).toHaveValue('flagship-demi')
    await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()
    await examine(page, `joining with a wrong password, ${language}`)

    await typeInto(page, password, personaPassword)
    await pressOn(page, page.getByRole('button', { name: text.joinGroup }))
    await expect(page).toHaveURL(`${platform.url}${invited.path}`)
    await expect(groupTitle(page)).toBeFocused()
    const statuses = platform.journal().filter(call => call.operationId === 'login')
    expect(statuses.map(({ status }) => status)).toEqual([401, 200])
    // The session that came with the joining outlives a reload.
    await page.reload()
    await expect(groupTitle(page)).toBeVisible()
  })

  test(`an invite that leads nowhere takes another code; a login goes on without it (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(90_000)
    tripwires.allowConsole(refusedLines)
    await speak(context, language, platform.url)
    await page.goto('/invite/NO-SUCH-CODE')
    await expect(page.getByRole('heading', { level: 2, name: text.badInvite })).toBeVisible()
    await examine(page, `a bad invite, ${language}`)
    await typeInto(page, page.getByRole('textbox', { name: text.inviteCode }), invited.code)
    await pressOn(page, page.getByRole('button', { name: text.openInvite }))
    await expect(page).toHaveURL(new RegExp(`/invite/${invited.code}$`))
    await expect(page.getByRole('heading', { level: 2, name: text.inviteLogin })).toBeVisible()

    await page.goto('/login?invite=NO-SUCH-CODE')
    await expect(page.getByRole('status').filter({ hasText: text.badInvite })).toBeVisible()
    await typeLogin(page, student, language)
    await expect(page.getByRole('alert').filter({ hasText: text.badInvite })).toBeVisible()
    await examine(page, `a login with a bad invite, ${language}`)
    await pressOn(page, page.getByRole('link', { name: text.loginUninvited }))
    await expect(page).toHaveURL(/\/login$/)
    await pressOn(page, inMain(page).getByRole('button', { name: text.enter, exact: true }))
    await expect(page).toHaveURL(`${platform.url}/`)
  })
}
