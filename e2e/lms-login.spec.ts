import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { examine } from './examine'
import { historyOf } from './history'
import { pressOn } from './keyboard'
import { speak, takeSession } from './people'
import { type Platform, test } from './platform'
import { languages, words } from './words'

const system = 'https://lms.sample.example/**'
/** A code that is spent by its first use, as the real system's are. */
const callback = '/callback?code=lms-demo-code.journey'
const refusedLines = /Failed to load resource/

/** The learning system of the sample configuration: a page with the way back, which brings the code. */
async function playSystem(context: BrowserContext, platform: Platform): Promise<void> {
  const body = `<title>LMS</title><a href="${platform.url}${callback}">Flagship</a>`
  await context.route(system, route => route.fulfill({ contentType: 'text/html', body }))
}

/** How often the platform was sent a code. */
const codesSent = (platform: Platform): number =>
  platform.journal().filter(call => call.operationId === 'completeLmsLogin').length

/** The requests by which the page sends a code, also those that never get an answer. */
function watchCodes(page: Page): Request[] {
  const sent: Request[] = []
  page.on('request', request => {
    if (request.url().endsWith('/api/auth/callback')) sent.push(request)
  })
  return sent
}

for (const language of languages) {
  const text = words[language]
  const isHome = async (page: Page, platform: Platform) => {
    await expect(page).toHaveURL(`${platform.url}/`)
    await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()
  }

  test(`A26 V02 a code of the learning system leads home and is spent once, also after reload and Back (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(90_000)
    tripwires.allowForeign(/^https:\/\/lms\.sample\.example\//)
    await playSystem(context, platform)
    await speak(context, language, platform.url)
    await page.goto('/login')
    await pressOn(page, page.getByRole('link', { name: text.lmsEnter }))
    await expect(page).toHaveTitle('LMS')
    await pressOn(page, page.getByRole('link', { name: 'Flagship' }))
    await isHome(page, platform)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(codesSent(platform)).toBe(1)

    await page.reload()
    await isHome(page, platform)
    const addresses = await historyOf(page)
    expect(addresses.at(-1)).toBe(`${platform.url}/`)
    expect(addresses.filter(address => address.includes('lms-demo-code'))).toEqual([])
    // Back to the other system and forth again: neither way comes by the code.
    await page.goBack()
    await page.goForward()
    await isHome(page, platform)
    expect(codesSent(platform)).toBe(1)
  })

  test(`a code that is no good is one marker, with the ways on (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(90_000)
    tripwires.allowConsole(refusedLines)
    await speak(context, language, platform.url)
    await page.goto('/callback?code=no-such-code')
    await expect(page.getByRole('alert').filter({ hasText: text.lmsFailed })).toBeVisible()
    await examine(page, `a refused login of the learning system, ${language}`)
    await expect(page.getByRole('link', { name: text.lmsEnter })).toBeVisible()
    await page.reload()
    await expect(page.getByText(text.lmsMissing)).toBeVisible()
    expect(codesSent(platform)).toBe(1)
    await pressOn(page, page.getByRole('link', { name: text.byPassword }))
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('textbox', { name: text.username })).toBeFocused()
  })

  test(`a slow login says so and goes on by itself (${language})`, async ({ page, context, platform }) => {
    test.setTimeout(90_000)
    await page.clock.install()
    await speak(context, language, platform.url)
    let answer = () => {}
    const until = new Promise<void>(resolve => {
      answer = resolve
    })
    platform.fault('completeLmsLogin', { kind: 'wait', until })
    await page.goto(callback)
    await expect(page.getByRole('progressbar', { name: text.lmsPending })).toBeVisible()
    await expect(page).toHaveURL(/\/callback$/)
    await expect(page.getByText(text.lmsSlow)).toHaveCount(0)
    await page.clock.fastForward(10_000)
    await expect(page.getByRole('main').getByText(text.lmsSlow)).toBeVisible()
    await examine(page, `a slow login of the learning system, ${language}`)
    answer()
    await isHome(page, platform)
    expect(codesSent(platform)).toBe(1)
  })

  test(`a login that gets no answer is tried again by a press, and only then (${language})`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(90_000)
    tripwires.allowConsole(refusedLines)
    await speak(context, language, platform.url)
    const sent = watchCodes(page)
    await page.route('**/api/auth/callback', route => route.abort('connectionreset'))
    await page.goto(callback)
    await expect(page.getByRole('alert').filter({ hasText: text.lmsFailed })).toBeVisible()
    await examine(page, `a login of the learning system without an answer, ${language}`)
    expect(sent).toHaveLength(1)
    await page.unroute('**/api/auth/callback')
    await pressOn(page, page.getByRole('button', { name: text.retry }))
    await isHome(page, platform)
    expect(sent).toHaveLength(2)
  })
}

test('A26 a reload in the middle of a login sends no code again', async ({ page, platform }) => {
  platform.fault('completeLmsLogin', { kind: 'never' })
  const sent = watchCodes(page)
  await page.goto(callback)
  await expect(page.getByRole('progressbar', { name: words.ru.lmsPending })).toBeVisible()
  await expect.poll(() => sent.length).toBe(1)
  await page.reload()
  await expect(page.getByText(words.ru.lmsMissing)).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('G06 whoever is signed in comes home from /callback, and the code is not sent', async ({
  page,
  platform,
}) => {
  await takeSession(page, 'student')
  await page.goto(callback)
  await expect(page).toHaveURL(`${platform.url}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(codesSent(platform)).toBe(0)
  await page.getByRole('button', { name: words.ru.accountMenu }).click()
  await expect(page.getByText('student', { exact: true }).first()).toBeVisible()
})
