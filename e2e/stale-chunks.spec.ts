import { expect, type Page } from '@playwright/test'
import { accountWords } from './account-words'
import { examBar } from './exam-steps'
import { firstGroup } from './group-steps'
import { signIn, speak, takeSession } from './people'
import { test } from './releases'
import { type Language, languages, words } from './words'

const text = words.ru

const newWords = {
  ru: { title: 'Вышла новая версия', reload: 'Перезагрузить страницу', later: 'Не сейчас', back: 'Назад' },
  en: { title: 'A new version is out', reload: 'Reload the page', later: 'Not now', back: 'Go back' },
} as const

/** Every document that the page's own window has loaded since. */
function countLoads(page: Page): string[] {
  const loads: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.push(request.url())
  })
  return loads
}

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const contacts = (page: Page, language: Language = 'ru') =>
  page.getByRole('link', { name: words[language].contacts })
const gone = /\/assets\/contacts[^/]*\.js$/

test('C01 C03 after a deployment a click lands where it led, by one reload; after the next one too', async ({
  page,
  site,
}) => {
  await page.clock.install()
  await signIn(page, 'student')
  await page.evaluate(() => localStorage.setItem('FeedBack', 'Ещё не всё'))
  await site.deploy()
  const loads = countLoads(page)
  await page.getByRole('link', { name: text.myEducation }).first().click()
  await expect(title(page, text.myGroups)).toBeVisible()
  await expect(firstGroup(page)).toBeVisible()
  expect(loads).toEqual([`${site.url}/groups`])
  expect(await page.evaluate(() => localStorage.getItem('FeedBack'))).toBe('Ещё не всё')

  await site.deploy()
  await page.clock.fastForward(61_000)
  await contacts(page).click()
  await expect(title(page, text.contacts)).toBeVisible()
  await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()
  expect(loads).toEqual([`${site.url}/groups`, `${site.url}/contacts`])
})

test('C02 a file that is missing for ever: one reload, then the error page, whose button is the only other', async ({
  page,
  site,
}) => {
  await signIn(page, 'student')
  const loads = countLoads(page)
  await page.route(gone, route => route.fulfill({ status: 404, body: '' }))
  await contacts(page).click()
  const again = page.getByRole('main').getByRole('button', { name: newWords.ru.reload })
  await expect(again).toBeVisible()
  await page.waitForTimeout(700)
  expect(loads).toEqual([`${site.url}/contacts`])
  await page.unroute(gone)
  await again.click()
  await expect(title(page, text.contacts)).toBeVisible()
  expect(loads).toHaveLength(2)
})

test('S05 C02 where session storage is refused, a young page says so instead of reloading itself', async ({
  page,
  context,
  site,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
  })
  await signIn(page, 'student')
  const loads = countLoads(page)
  await site.deploy()
  await contacts(page).click()
  const again = page.getByRole('main').getByRole('button', { name: newWords.ru.reload })
  await expect(again).toBeVisible()
  await page.waitForTimeout(700)
  expect(loads).toEqual([])
  await again.click()
  await expect(title(page, text.contacts)).toBeVisible()
  expect(loads).toHaveLength(1)
})

test('C04 a style that is gone is a reload too; what fails to come ahead of a click shows nothing', async ({
  page,
  site,
}) => {
  await signIn(page, 'student')
  const loads = countLoads(page)
  const asked = page.waitForRequest(gone)
  await page.route(gone, route => route.fulfill({ status: 404, body: '' }))
  await contacts(page).hover()
  await asked
  await page.waitForTimeout(300)
  await expect(page.getByRole('main')).not.toContainText(newWords.ru.reload)
  expect(loads).toEqual([])

  const parser = /\/assets\/markdown-body[^/]*\.js$/
  await page.route(parser, route => route.fulfill({ status: 404, body: '' }), { times: 1 })
  const task = `${site.url}/group/1/task/101`
  await page.goto(task)
  const description = page.getByRole('region', { name: 'Описание' })
  await expect(description.locator('pre code')).toBeVisible()
  expect(loads).toEqual([task, task])

  // Missing again it costs the formatting alone, and the next text asks for it anew.
  await page.route(parser, route => route.fulfill({ status: 404, body: '' }))
  await page.goto(task)
  await expect(description.locator('pre')).toContainText('```')
  await page.unroute(parser)
  await page.getByRole('link', { name: text.nextTask }).first().click()
  await expect(description.locator('.markdown')).toBeVisible()
  expect(loads).toEqual([task, task, task])
})

test('C04 offline nothing shows before the click; then the page says so, and comes with the connection', async ({
  page,
  context,
}) => {
  await signIn(page, 'student')
  const loads = countLoads(page)
  await context.setOffline(true)
  await contacts(page).hover()
  await page.waitForTimeout(200)
  await expect(title(page, text.offlineTitle)).toHaveCount(0)
  await contacts(page).click()
  await expect(title(page, text.offlineTitle)).toBeVisible()
  expect(loads).toEqual([])
  await context.setOffline(false)
  await expect(title(page, text.contacts)).toBeVisible()
  expect(loads.length).toBeLessThanOrEqual(1)
})

for (const language of languages) {
  const says = newWords[language]

  test(`C05 in an exam the page asks, and the person may go back and stay (${language})`, async ({
    page,
    context,
    platform,
    site,
  }) => {
    await platform.reset({ scenario: 'examRunning' })
    await speak(context, language, site.url)
    await takeSession(page, 'candidate')
    await page.goto('/group/5')
    await expect(examBar(page, language)).toBeVisible()
    const before = await page.getByRole('heading', { level: 1 }).innerText()
    await site.deploy()
    const loads = countLoads(page)
    await contacts(page, language).click()
    await expect(title(page, says.title)).toBeVisible()
    await expect(examBar(page, language)).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: says.back }).click()
    await expect(title(page, before)).toBeVisible()
    expect(loads).toEqual([])
    await contacts(page, language).click()
    await page.getByRole('main').getByRole('button', { name: says.reload }).click()
    await expect(title(page, words[language].contacts)).toBeVisible()
    await expect(examBar(page, language)).toBeVisible()
    expect(loads).toEqual([`${site.url}/contacts`])
  })

  test(`C05 over a text that is not sent a part that is gone asks by a banner (${language})`, async ({
    page,
    context,
    site,
  }) => {
    const account = accountWords[language]
    await speak(context, language, site.url)
    await takeSession(page, 'student')
    // The dialog itself comes while the page rests; what is gone is its content.
    const popups = page.waitForResponse(/\/assets\/popups-/)
    await page.goto('/group/1/task/101')
    await popups
    const flag = page.getByRole('textbox', { name: words[language].flag })
    await flag.fill('flag{half')
    await site.deploy()
    const loads = countLoads(page)
    await page.getByRole('button', { name: account.feedback }).click()
    const dialog = page.getByRole('dialog', { name: account.feedback })
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.keyboard.press('Escape')
    const banner = page.getByRole('region', { name: says.title })
    await expect(banner).toBeVisible()
    await expect(flag).toHaveValue('flag{half')
    expect(loads).toEqual([])
    await banner.getByRole('button', { name: says.reload }).click()
    await expect(flag).toHaveValue('flag{half')
    await expect(banner).toHaveCount(0)
    expect(loads).toHaveLength(1)
  })
}
