import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { startPreview } from '../scripts/preview'
import { recordLoads } from './browser'
import { examBar } from './exam-steps'
import { labels } from './labels'
import { type Language, t, toLabels } from './messages'
import { test as base, inTurn } from './platform'
import { setLanguage, signIn, signInByApi } from './users'

const hashed = /-([\w-]{8})\.(?:js|css|woff2)$/
const isText = /\.(?:js|css|html)$/

/** Copies the site with other names of hashed files, like another build. */
async function copyRelease(dist: string, release: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'release-'))
  const names = (await readdir(dist, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(dist.length + 1))
  const hashes = names.flatMap(name => hashed.exec(name)?.[1] ?? [])
  const others = new Map(hashes.map(hash => [`-${hash}.`, `-${otherHash(hash, release)}.`]))
  const rename = (text: string) => text.replace(/-[\w-]{8}\./g, name => others.get(name) ?? name)
  for (const name of names) {
    const to = join(folder, rename(name))
    await mkdir(dirname(to), { recursive: true })
    if (isText.test(name)) await writeFile(to, rename(await readFile(join(dist, name), 'utf8')))
    else await copyFile(join(dist, name), to)
  }
  return folder
}

function otherHash(hash: string, release: number): string {
  return createHash('sha256').update(`${hash} ${release}`).digest('base64url').slice(0, 8)
}

/** A server whose site can be replaced by another release; the previous one is gone then. */
async function startSite(apiUrl: string) {
  const dist = resolve('dist')
  const folders: string[] = []
  const serve = (folder: string, port = 0) =>
    startPreview({ dist: folder, port, apiUrl, brotliQuality: 1, paymentOrigins: [apiUrl] })
  let preview = await serve(dist)
  const { url } = preview
  return {
    url,
    deploy: async (): Promise<void> => {
      const folder = await copyRelease(dist, folders.length)
      folders.push(folder)
      await preview.close()
      preview = await serve(folder, Number(new URL(url).port))
    },
    close: async (): Promise<void> => {
      await preview.close()
      for (const folder of folders) await rm(folder, { recursive: true })
    },
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

/** A test with a site of its own that can be deployed again. */
const test = base.extend<{ site: Site }>({
  site: async ({ platform }, use) => {
    const site = await startSite(platform.bankUrl)
    await use(site)
    await site.close()
  },
  baseURL: ({ site }, use) => use(site.url),
})

test.beforeEach(({ tripwires }) => {
  // Console messages about missing files and about calls during a switch.
  tripwires.allowConsole(/Failed to load resource|Refused to apply style|net::ERR_/)
})

const text = labels.ru

const reloadNeeded = toLabels({
  title: 'common:reloadNeeded.title',
  reload: 'common:reload',
  back: 'common:goBack',
})

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const contacts = (page: Page, language: Language = 'ru') =>
  page.getByRole('link', { name: labels[language].contacts })
const gone = /\/assets\/contacts[^/]*\.js$/

test('C01 C03 after a deployment a click reaches its page by one reload; after the next deployment too', async ({
  page,
  settle,
  site,
}) => {
  await page.clock.install()
  await signIn(page, 'student')
  await page.evaluate(() => localStorage.setItem('FeedBack', 'Ещё не всё'))
  // A lazy part that is still to load would reload this page.
  await settle(page)
  await site.deploy()
  const loads = recordLoads(page)
  await page.getByRole('link', { name: text.myEducation }).first().click()
  await expect(title(page, text.myGroups)).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /осень 2026/ })
      .first(),
  ).toBeVisible()
  expect(loads).toEqual([`${site.url}/groups`])
  expect(await page.evaluate(() => localStorage.getItem('FeedBack'))).toBe('Ещё не всё')

  await page.clock.fastForward(61_000)
  await settle(page)
  await site.deploy()
  await contacts(page).click()
  await expect(title(page, text.contacts)).toBeVisible()
  await expect(page.getByRole('button', { name: text.accountMenu })).toBeVisible()
  expect(loads).toEqual([`${site.url}/groups`, `${site.url}/contacts`])
})

test('C02 a permanently missing file causes one reload, then an error page with a reload button', async ({
  page,
  site,
}) => {
  await signIn(page, 'student')
  const loads = recordLoads(page)
  await page.route(gone, route => route.fulfill({ status: 404, body: '' }))
  await contacts(page).click()
  const again = page.getByRole('main').getByRole('button', { name: reloadNeeded.ru.reload })
  await expect(again).toBeVisible()
  expect(loads).toEqual([`${site.url}/contacts`])
  await page.unroute(gone)
  await again.click()
  await expect(title(page, text.contacts)).toBeVisible()
  expect(loads, 'the second one by the button').toHaveLength(2)
})

test('C04 a missing style reloads too; a failed preload shows nothing', async ({ page, settle, site }) => {
  await signIn(page, 'student')
  // Content that still arrives moves the footer from under the pointer, which cancels the preload.
  await settle(page)
  const loads = recordLoads(page)
  const answered = page.waitForResponse(gone)
  await page.route(gone, route => route.fulfill({ status: 404, body: '' }))
  await contacts(page).hover()
  await answered
  await settle(page)
  await expect(page.getByRole('main')).not.toContainText(reloadNeeded.ru.reload)
  expect(loads).toEqual([])

  const parser = /\/assets\/markdown-body[^/]*\.js$/
  // The preload of the first document and its import; a slow page is left between them.
  await page.route(parser, route =>
    loads.length > 1 ? route.continue() : route.fulfill({ status: 404, body: '' }),
  )
  const task = `${site.url}/group/1/task/101`
  await page.goto(task)
  const description = page.getByRole('region', { name: t('ru', 'task:description.title') })
  await expect.poll(() => loads).toEqual([task, task])
  await expect(description.locator('pre code')).toBeVisible()

  await page.unroute(parser)
  // Missing again, only the formatting is lost, until the next load: some browsers remember a module that failed.
  await page.route(parser, route => route.fulfill({ status: 404, body: '' }))
  await page.goto(task)
  await expect(description.locator('pre')).toContainText('```')
  await page.unroute(parser)
  await page.reload()
  await expect(description.locator('.markdown')).toBeVisible()
  expect(loads).toEqual([task, task, task, task])
})

for (const language of inTurn('en')) {
  const says = reloadNeeded[language]

  test(`C05 during an exam the page asks before a reload, and the user can stay (${language})`, async ({
    page,
    context,
    platform,
    site,
  }) => {
    await platform.reset({ scenario: 'examRunning' })
    await setLanguage(context, language, site.url)
    await signInByApi(page, 'candidate')
    await page.goto('/group/5')
    await expect(examBar(page, language)).toBeVisible()
    const before = await page.getByRole('heading', { level: 1 }).innerText()
    await site.deploy()
    const loads = recordLoads(page)
    await contacts(page, language).click()
    await expect(title(page, says.title)).toBeVisible()
    await expect(examBar(page, language)).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: says.back }).click()
    await expect(title(page, before)).toBeVisible()
    expect(loads).toEqual([])
    await contacts(page, language).click()
    await page.getByRole('main').getByRole('button', { name: says.reload }).click()
    await expect(title(page, labels[language].contacts)).toBeVisible()
    await expect(examBar(page, language)).toBeVisible()
    expect(loads).toEqual([`${site.url}/contacts`])
  })
}
