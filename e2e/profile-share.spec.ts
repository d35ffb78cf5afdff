import { expect, type Page } from '@playwright/test'
import { checkA11yAndLayout } from './check-page'
import { pressOn } from './keyboard'
import { labels } from './labels'
import { type Language, languages } from './messages'
import { test } from './platform'
import { profileLabels } from './profile-labels'
import { hideByKeyboard, owner, publishAndCopy, recordCalls, sharePanel, withVisitor } from './profile-steps'
import { callsOf } from './task-steps'
import { logOut, setLanguage, signInByApi } from './users'

/** A shared profile by its link; members see the usual header. */
async function expectSharedView(page: Page, language: Language, isMember = false): Promise<void> {
  const text = profileLabels[language]
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(owner.names.join(' ')) })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { name: text.list })).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
  const account = page.getByRole('button', { name: labels[language].accountMenu })
  await expect(account).toHaveCount(isMember ? 1 : 0)
  await expect(sharePanel(page, language)).toHaveCount(0)
}

for (const language of languages) {
  const text = profileLabels[language]

  test(`A11Y-05 a profile is shared by the keyboard, read by a visitor and hidden again (${language})`, async ({
    page,
    context,
    browser,
    platform,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await setLanguage(context, language, platform.url)
    await signInByApi(page, owner.persona)
    await page.goto('/competencies')
    const address = await publishAndCopy(page, language)
    expect(address).toMatch(new RegExp(`^${platform.url}/profile/[\\w-]{16,}$`))
    const token = address.split('/').at(-1) ?? ''
    expect(callsOf(platform, 'shareProfile'), 'published once').toBe(1)

    await withVisitor(browser, platform, language, async stranger => {
      const calls = recordCalls(stranger)
      const answer = await stranger.goto(address)
      expect(answer?.headers()['x-robots-tag']).toBe('noindex')
      await expectSharedView(stranger, language)
      const links = stranger.getByRole('banner').getByRole('link')
      expect(await links.evaluateAll(all => all.map(link => link.getAttribute('href')))).toEqual([
        '/',
        '/login',
      ])
      expect(await stranger.title()).not.toContain(token)
      expect(await stranger.content()).not.toContain(owner.email)
      await checkA11yAndLayout(stranger, `a shared profile, ${language}`)
      await stranger.waitForLoadState('networkidle')
      expect(calls.map(call => new URL(call.url()).pathname)).toEqual([
        `/api/user/profile/by_shared_link/${token}`,
      ])
      expect(calls[0]?.headers().authorization).toBeUndefined()

      await hideByKeyboard(page, language)
      expect(callsOf(platform, 'hideProfile'), 'hidden once').toBe(1)
      await stranger.reload()
      await expect(stranger.getByRole('heading', { name: text.dead })).toBeVisible()
      expect(await stranger.content()).not.toMatch(new RegExp(owner.names.join('|')))
      await checkA11yAndLayout(stranger, `a dead link, ${language}`)
    })
  })
}

test('V04 members can read a shared profile, and a logout removes its data', async ({
  page,
  context,
  browser,
  platform,
}) => {
  const text = profileLabels.ru
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByApi(page, owner.persona)
  await page.goto('/competencies')
  const address = await publishAndCopy(page, 'ru')
  const token = address.split('/').at(-1) ?? ''

  const [preview] = await Promise.all([
    context.waitForEvent('page'),
    pressOn(page, sharePanel(page, 'ru').getByRole('link', { name: text.preview })),
  ])
  await expect(preview).toHaveURL(address)
  await expectSharedView(preview, 'ru', true)
  expect(await preview.evaluate(() => window.opener)).toBeNull()
  await preview.close()

  await withVisitor(browser, platform, 'ru', async member => {
    await signInByApi(member, 'candidate')
    await member.goto(address)
    await expectSharedView(member, 'ru', true)
    await pressOn(member, member.getByRole('banner').getByRole('link', { name: labels.ru.myEducation }))
    await expect(member).toHaveURL(`${platform.url}/groups`)
  })

  await logOut(page)
  const secrets = [token, owner.email, ...owner.names]
  const left = async () => {
    const dom = await page.content()
    const fields = await page.evaluate(() =>
      [...document.querySelectorAll('input, textarea')]
        .map(field => (field as HTMLInputElement).value)
        .join(' '),
    )
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]))
    return secrets.filter(secret => `${dom} ${fields} ${stored}`.includes(secret))
  }
  await expect.poll(left).toEqual([])
  await page.goto('/competencies')
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(left, 'after a try to come back').toEqual([])
})
