import { type BrowserContext, expect, type Page } from '@playwright/test'
import { checkA11yAndLayout } from './check-page'
import { getHistory } from './history'
import { pressOn } from './keyboard'
import { labels } from './labels'
import { lmsLabels } from './lms-labels'
import { lmsReasons, newestResult, openAsAdmin, openPanelByKeyboard, uploadByKeyboard } from './lms-steps'
import { languages } from './messages'
import { type Platform, test } from './platform'
import { setLanguage } from './users'

const system = 'https://lms.sample.example/**'
/** A single-use code. */
const callback = '/callback?code=lms-demo-code.journey'

/** The LMS of the sample configuration: a page with the link back, which carries the code. */
async function playSystem(context: BrowserContext, platform: Platform): Promise<void> {
  const body = `<title>LMS</title><a href="${platform.url}${callback}">Flagship</a>`
  await context.route(system, route => route.fulfill({ contentType: 'text/html', body }))
}

/** How often the platform received a code. */
const codesSent = (platform: Platform): number =>
  platform.journal().filter(call => call.operationId === 'completeLmsLogin').length

for (const language of languages) {
  const text = labels[language]
  const isHome = async (page: Page, platform: Platform) => {
    await expect(page).toHaveURL(`${platform.url}/`)
    await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()
  }

  test(`A26 V02 an LMS code signs in and is used once, also after reload and Back (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    tripwires.allowForeign(/^https:\/\/lms\.sample\.example\//)
    await playSystem(context, platform)
    await setLanguage(context, language, platform.url)
    await page.goto('/login')
    await pressOn(page, page.getByRole('link', { name: text.lmsEnter }))
    await expect(page).toHaveTitle('LMS')
    await pressOn(page, page.getByRole('link', { name: 'Flagship' }))
    await isHome(page, platform)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(codesSent(platform)).toBe(1)

    await page.reload()
    await isHome(page, platform)
    const addresses = await getHistory(page)
    expect(addresses.at(-1)).toBe(`${platform.url}/`)
    expect(addresses.filter(address => address.includes('lms-demo-code'))).toEqual([])
    // Back to the LMS and forward again: neither sends the code.
    await page.goBack()
    await page.goForward()
    await isHome(page, platform)
    expect(codesSent(platform)).toBe(1)
  })

  test(`an administrator uploads solutions and copies the reasons of those that were rejected, by the keyboard (${language})`, async ({
    page,
    context,
    platform,
  }) => {
    const lms = lmsLabels[language]
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAsAdmin(page, platform, { scenario: 'lmsPartlyFailed', language, address: '/group/1' })
    await openPanelByKeyboard(page, language)
    await uploadByKeyboard(page, language)
    const failed = newestResult(page, language, lms.nothingSent)
    const reasons = failed.getByRole('list', { name: lms.reasons }).getByRole('listitem')
    await expect(reasons).toHaveText(lmsReasons)
    await expect(page.getByRole('button', { name: lms.upload })).toBeFocused()
    await pressOn(page, failed.getByRole('button', { name: lms.copyReasons }))
    await expect(failed.getByRole('button', { name: lms.reasonsCopied })).toBeFocused()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.trim().split(/\r?\n/)).toEqual(await reasons.allTextContents())
    await checkA11yAndLayout(page, `the results of an upload with three failures, ${language}`)
  })
}
