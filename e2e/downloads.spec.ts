import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { accountLabels } from './account-labels'
import { openMenu } from './account-steps'
import { tabTo } from './keyboard'
import { languages } from './messages'
import { test } from './platform'
import { setLanguage, signIn } from './users'

/** A line that is only in the configuration. */
const secret = 'BEGIN OpenVPN Static key'

test.beforeEach(({ tripwires }) => {
  tripwires.allowConsole(/Failed to load resource/)
})

declare global {
  interface Window {
    openAddresses?: Set<string>
    addressCount?: number
  }
}

/** Records object URLs, from before the first script. */
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

/** `npm test` takes ten; the page test of the button takes fifty. */
const downloads = process.env.FLAGSHIP_TESTS === 'full' ? 50 : 10

test('D06 many downloads leave no object URL and no link', async ({ page }) => {
  await watchObjectAddresses(page)
  await page.clock.install()
  await signIn(page, 'student')
  const menu = await openMenu(page, 'ru')
  const button = menu.getByRole('button', { name: accountLabels.ru.vpn })
  await expect(button).toBeVisible()
  const links = await page.locator('a').count()
  // Counted by URL: the browser drops some downloads that begin at the same moment.
  const counted = () => page.evaluate(() => window.addressCount ?? 0)
  while ((await counted()) < downloads) await button.press('Enter')
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  expect(await page.locator('a').count()).toBe(links)
  expect(await page.locator('a[href^="blob:"]').count()).toBe(0)
  // Some browsers need this time to read a file.
  await page.clock.fastForward(60_000)
  await expect.poll(() => page.evaluate(() => window.openAddresses?.size)).toBe(0)
})

for (const language of languages)
  test(`D07 the VPN configuration is saved under the server's name, and nothing of it is in a URL, the console or storage (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    const seen: string[] = []
    context.on('console', message => seen.push(message.text()))
    context.on('request', request => seen.push(request.url(), request.postData() ?? ''))
    await setLanguage(context, language, platform.url)
    await signIn(page, 'student', language)
    const button = (await openMenu(page, language)).getByRole('button', { name: accountLabels[language].vpn })
    await tabTo(page, button)
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toBe('flagship-1.ovpn')
    await expect(button).toBeFocused()
    const content = await readFile(await download.path(), 'utf8')
    expect(content).toContain('remote vpn.flagship.example 1194')
    expect(content).toContain(secret)
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
