import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { Fault } from '../mocks/platform/faults'
import { openMenu } from './account-steps'
import { accountWords } from './account-words'
import { tabTo } from './keyboard'
import { signIn, speak } from './people'
import { test } from './platform'
import { languages } from './words'

const pastAccess = 10 * 60_000
/** A line that stands in the configuration and nowhere else. */
const secret = 'BEGIN OpenVPN Static key'

test.beforeEach(({ tripwires }) => {
  tripwires.allowConsole(/Failed to load resource/)
})

/** Every file that the page has saved so far. */
function watchDownloads(page: Page): string[] {
  const names: string[] = []
  page.on('download', download => names.push(download.suggestedFilename()))
  return names
}

// What is not about words is shown in one of the languages.
for (const language of languages) {
  const text = accountWords[language]

  test(`the VPN configuration is saved under the server's name (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    await speak(context, language, platform.url)
    await signIn(page, 'student', language)
    const menu = await openMenu(page, language)
    await tabTo(page, menu.getByRole('button', { name: text.vpn }))
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toBe('flagship-1.ovpn')
    const content = await readFile(await download.path(), 'utf8')
    expect(content).toContain('remote vpn.flagship.example 1194')
    expect(content).toContain(secret)
    await expect(menu.getByRole('button', { name: text.vpn })).toBeFocused()
  })

  if (language === 'en')
    test(`who has not confirmed the address is told so and gets no file, in ${language}`, async ({
      page,
      context,
      platform,
    }) => {
      await speak(context, language, platform.url)
      await signIn(page, 'newcomer', language)
      const saved = watchDownloads(page)
      const menu = await openMenu(page, language)
      await tabTo(page, menu.getByRole('button', { name: text.vpn }))
      await page.keyboard.press('Enter')
      await expect(menu.getByRole('alert').filter({ hasText: text.confirmFirst })).toBeVisible()
      expect(saved).toEqual([])
    })

  if (language === 'ru')
    test(`D04 an answer that is no configuration saves nothing, in ${language}`, async ({
      page,
      context,
      platform,
    }) => {
      await speak(context, language, platform.url)
      await signIn(page, 'student', language)
      const saved = watchDownloads(page)
      const menu = await openMenu(page, language)
      const wrong: Fault[] = [
        { kind: 'html', status: 200 },
        { kind: 'empty', status: 200 },
        { kind: 'empty', status: 204 },
        { kind: 'body', status: 200, body: { detail: 'no file' } },
      ]
      for (const fault of wrong) {
        platform.fault('getVpnConfig', fault)
        const answered = page.waitForResponse('**/api/user/vpn_config')
        await menu.getByRole('button', { name: text.vpn }).click()
        await answered
        const told = menu.getByRole('alert').filter({ hasText: text.badAnswer })
        await expect(told, JSON.stringify(fault)).toBeVisible()
      }
      // A right one clears the words, so the alerts above were not left over from before.
      await menu.getByRole('button', { name: text.vpn }).click()
      await expect(menu.getByRole('alert').filter({ hasText: text.badAnswer })).toHaveCount(0)
      await expect.poll(() => saved).toEqual(['flagship-1.ovpn'])
    })
}

test('D05 after an expired token one file is saved, and after a broken connection none', async ({
  page,
  platform,
}) => {
  await signIn(page, 'student')
  const text = accountWords.ru
  const saved = watchDownloads(page)
  const menu = await openMenu(page, 'ru')
  const button = menu.getByRole('button', { name: text.vpn })
  await expect(button).toBeVisible()
  // So that it is mostly this call which meets the expired token.
  await page.waitForLoadState('networkidle')
  platform.advanceClock(pastAccess)
  platform.clearJournal()
  await button.click()
  await expect.poll(() => saved).toEqual(['flagship-1.ovpn'])
  // Another one may be on its way still where all cores are busy, and renews it for both.
  const asked = platform.journal()
  expect(asked.map(({ status }) => status)).toContain(401)
  const given = asked.filter(({ operationId, status }) => operationId === 'getVpnConfig' && status === 200)
  expect(given).toHaveLength(1)

  await page.route('**/api/user/vpn_config', route => route.abort('connectionreset'))
  await button.click()
  await expect(menu.getByRole('alert').filter({ hasText: text.noAnswer })).toBeVisible()
  expect(saved).toEqual(['flagship-1.ovpn'])
})

declare global {
  interface Window {
    openAddresses?: Set<string>
    addressCount?: number
  }
}

/** Follows the object addresses of every page from before its first script. */
async function watchObjectAddresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = new Set<string>()
    const { createObjectURL, revokeObjectURL } = URL
    window.openAddresses = open
    window.addressCount = 0
    URL.createObjectURL = content => {
      const address = createObjectURL.call(URL, content)
      open.add(address)
      window.addressCount = (window.addressCount ?? 0) + 1
      return address
    }
    URL.revokeObjectURL = address => {
      open.delete(address)
      revokeObjectURL.call(URL, address)
    }
  })
}

test('D06 fifty downloads leave no object address and no link', async ({ page }) => {
  test.setTimeout(120_000)
  await watchObjectAddresses(page)
  await page.clock.install()
  await signIn(page, 'student')
  const menu = await openMenu(page, 'ru')
  const button = menu.getByRole('button', { name: accountWords.ru.vpn })
  await expect(button).toBeVisible()
  const links = await page.locator('a').count()
  // Counted by their addresses: of downloads that begin within one moment the browser itself drops some.
  const counted = () => page.evaluate(() => window.addressCount ?? 0)
  while ((await counted()) < 50) await button.press('Enter')
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  expect(await page.locator('a').count()).toBe(links)
  expect(await page.locator('a[href^="blob:"]').count()).toBe(0)
  // The time that some browsers need to read a file.
  await page.clock.fastForward(60_000)
  await expect.poll(() => page.evaluate(() => window.openAddresses?.size)).toBe(0)
})

test('D07 nothing of the configuration is in an address, the console or what the browser keeps', async ({
  page,
  context,
}) => {
  const seen: string[] = []
  context.on('console', message => seen.push(message.text()))
  context.on('request', request => seen.push(request.url(), request.postData() ?? ''))
  await signIn(page, 'student')
  const menu = await openMenu(page, 'ru')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    menu.getByRole('button', { name: accountWords.ru.vpn }).click(),
  ])
  const content = await readFile(await download.path(), 'utf8')
  const key = /-----\n([0-9a-f]{64})\n/.exec(content)?.[1] ?? ''
  expect(key).toHaveLength(64)
  seen.push(download.url(), page.url())
  seen.push(...(await page.evaluate(whatTheBrowserKeeps)))
  expect(seen.filter(one => one.includes(secret) || one.includes(key.slice(0, 16)))).toEqual([])
  expect(await page.content()).not.toContain(key.slice(0, 16))
})

/** Runs in the page. */
async function whatTheBrowserKeeps(): Promise<string[]> {
  const databases = await indexedDB.databases()
  const bodies: string[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) bodies.push(await ((await cache.match(request))?.text() ?? ''))
  }
  return [
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
    JSON.stringify(history.state),
    JSON.stringify(databases),
    document.cookie,
    ...bodies,
  ]
}
