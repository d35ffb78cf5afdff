import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { labels } from './labels'
import { type Language, languages, t } from './messages'
import { layoutFindings, resizeWindow, waitForAnimations } from './page-checks'
import { inTurn, isFull, sample, test } from './platform'
import type { Screen } from './screen'
import { screens } from './screens'
import { setLanguage, signInByApi } from './users'

type Messages = Record<string, string>

const locales = join(import.meta.dirname, '..', 'src', 'i18n', 'locales')
const assets = join(import.meta.dirname, '..', 'dist', 'assets')

const getNamespaces = (language: Language): string[] =>
  readdirSync(join(locales, language)).map(name => name.replace(/\.json$/, ''))

/** Built files that may contain messages; code files may have similar names. */
const wordFiles = new RegExp(`/assets/((?:${getNamespaces('ru').join('|')})-[\\w-]{8}\\.js)$`)

/** The messages in a built file; null if there are none. */
const readMessages = async (name: string): Promise<Messages | null> => {
  const script = readFileSync(join(assets, name), 'utf8')
  if (/^import\b|\bfunction\b|=>/.test(script)) return null
  const { default: messages } = await import(
    `data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`
  )
  return typeof messages === 'object' ? messages : null
}

const isSame = (one: Messages, other: Messages): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** The namespace and language of a built file; null if it has no messages. */
async function findMessages(address: string): Promise<{ language: Language; namespace: string } | null> {
  const [, name] = wordFiles.exec(address) ?? []
  const messages = name === undefined ? null : await readMessages(name)
  if (!messages) return null
  for (const language of languages)
    for (const namespace of getNamespaces(language))
      if (isSame(messages, JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8'))))
        return { language, namespace }
  throw new Error(`${name} has the messages of no locale: the build is outdated.`)
}

const held = /(\{\{[^}]*\}\}|<[^>]*>)/

/** Simulates a longer language: every vowel twice, about 40 % more, in brackets. */
const stretched = (text: string): string =>
  `⟦${text
    .split(held)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[aeiouyаеёиоуыэюя]/gi, '$&$&')))
    .join('')}⟧`

/** Stretches the messages of every page, and removes those that are in the document. */
async function stretchMessages(context: BrowserContext): Promise<void> {
  // Before the application starts, which would use the messages in the document.
  await context.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      delete document.documentElement.dataset.page
    })
  })
  const stretchedFiles = new Map<string, string | null>()
  await context.route(wordFiles, async route => {
    const [, name = ''] = wordFiles.exec(route.request().url()) ?? []
    let body = stretchedFiles.get(name)
    if (body === undefined) {
      const messages = await readMessages(name)
      const longer = messages && Object.entries(messages).map(([key, text]) => [key, stretched(text)])
      body = longer && `export default ${JSON.stringify(Object.fromEntries(longer))}`
      stretchedFiles.set(name, body)
    }
    await (body === null ? route.continue() : route.fulfill({ contentType: 'text/javascript', body }))
  })
}

const widths = [320, 768, 1280]

/** Common screens that need no steps. `npm test` checks these, each in one language. */
const main = new Set([
  'login',
  'registration',
  'reset-password',
  'invite',
  'contacts',
  'not-found-member',
  'home',
  'groups',
  'group',
  'group-exam',
  'group-filtered-out',
  'task-three-flags',
  'task-solved',
  'leaderboard',
  'competencies',
  'competencies-empty',
])

/** Steps look for the real messages; these screens need none. */
const still = screens.filter(
  ({ name, steps, persona, scenario }) =>
    !steps && !scenario && persona !== 'lms' && name !== 'leaderboard-large',
)

const sharedBy = (language: Language): Screen[] =>
  isFull
    ? still
    : still.filter(({ name }) => main.has(name)).filter((_, at) => at % 2 === Number(language === 'en'))

async function lookAt(page: Page, where: string, place: number): Promise<void> {
  for (const width of sample(place, widths)) {
    await resizeWindow(page, { width, height: 800 })
    await waitForAnimations(page)
    // A placeholder may be cut: its field has a label.
    const found = (await layoutFindings(page)).filter(one => !one.startsWith('a placeholder is cut'))
    expect.soft(found, `${where}, ${width} px`).toEqual([])
  }
}

for (const language of languages) {
  test(`LANG-06 messages that are 40 % longer fit on every screen, stretched from ${language}`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    if (isFull) test.setTimeout(400_000)
    tripwires.allowConsole(/Failed to load resource: the server responded with a status of 4\d\d/)
    await setLanguage(context, language, platform.url)
    await stretchMessages(context)
    const own = sharedBy(language).toSorted((a, b) => String(a.persona).localeCompare(String(b.persona)))
    let signedIn: Screen['persona'] = null
    for (const [at, { name, path, persona }] of own.entries()) {
      if (persona !== signedIn) {
        if (persona && persona !== 'lms') await signInByApi(page, persona)
        else await page.evaluate(() => localStorage.clear())
        signedIn = persona
      }
      await page.goto(path)
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(page.locator('body')).toContainText('⟦')
      await lookAt(page, `${name} ${language}`, at)
    }
  })
}

for (const language of inTurn('ru'))
  test(`LANG-06 messages that are 40 % longer fit in menus and dialogs, stretched from ${language}`, async ({
    page,
    context,
    platform,
  }) => {
    const text = labels[language]
    await setLanguage(context, language, platform.url)
    await stretchMessages(context)
    await signInByApi(page, 'student')
    await page.goto('/groups')
    await expect(page.locator('h1')).toContainText('⟦')
    for (const [at, name] of [text.accountMenu, text.feedback, text.shortcuts].entries()) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page
        .getByRole('button', { name: stretched(name) })
        .first()
        .click()
      const opened = page.getByRole('dialog')
      await expect(opened).toContainText('⟦')
      await lookAt(page, `${name}, ${language}`, at)
      await page.keyboard.press('Escape')
      await expect(opened).toHaveCount(0)
    }
  })

const paths = ['/group/1', '/group/1/task/101', '/group/1/leaderboard', '/competencies', '/contacts']

for (const language of inTurn('en')) {
  test(`LANG-09 a visit loads the messages of its language only (${language})`, async ({
    page,
    context,
    platform,
    settle,
  }) => {
    await setLanguage(context, language, platform.url)
    const asked = new Set<string>()
    page.on('request', request => asked.add(request.url()))
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1, name: t(language, 'auth:login.title') })).toBeVisible()
    await settle(page)
    await signInByApi(page, 'student')
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await settle(page)
    }
    const found = (await Promise.all([...asked].map(findMessages))).filter(one => one !== null)
    expect(new Set(found.map(one => one.language))).toEqual(new Set([language]))
    const namespaces = new Set(found.map(one => one.namespace))
    for (const namespace of [
      'common',
      'errors',
      'auth',
      'groups',
      'task',
      'leaderboard',
      'competencies',
      'info',
    ])
      expect(namespaces, namespace).toContain(namespace)
  })
}
