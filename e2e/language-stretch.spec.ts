import { expect, type Page } from '@playwright/test'
import { accountLabels } from './account-labels'
import { waitForAnimations } from './check-page'
import { layoutFindings } from './layout'
import { stretched, stretchMessages } from './message-files'
import { type Language, languages } from './messages'
import { test } from './platform'
import { type Screen, screens } from './routes'
import { shard } from './shard'
import { setLanguage, signInByApi } from './users'

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
const still = screens.filter(({ name, prepare, persona, scenario }) => {
  return !prepare && !scenario && persona !== 'lms' && name !== 'leaderboard-large'
})

const sharedBy = (language: Language): Screen[] =>
  process.env.FLAGSHIP_TESTS === 'full'
    ? still
    : still.filter(({ name }) => main.has(name)).filter((_, at) => at % 2 === Number(language === 'en'))

async function lookAt(page: Page, where: string, place: number): Promise<void> {
  for (const width of shard(place, widths)) {
    await page.setViewportSize({ width, height: 800 })
    await waitForAnimations(page)
    expect.soft(await layoutFindings(page), `${where}, ${width} px`).toEqual([])
  }
}

const heading = (page: Page) => page.locator('h1')

for (const language of languages) {
  test(`LANG-06 messages that are 40 % longer fit on every screen, stretched from ${language}`, async ({
    page,
    context,
    platform,
    tripwires,
  }) => {
    test.setTimeout(process.env.FLAGSHIP_TESTS === 'full' ? 400_000 : 120_000)
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
      await expect(heading(page)).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(page.locator('body')).toContainText('⟦')
      await lookAt(page, `${name} ${language}`, at)
    }
  })

  test(`LANG-06 messages that are 40 % longer fit in menus and dialogs, stretched from ${language}`, async ({
    page,
    context,
    platform,
  }) => {
    const text = accountLabels[language]
    await setLanguage(context, language, platform.url)
    await stretchMessages(context)
    await signInByApi(page, 'student')
    await page.goto('/competencies')
    await expect(heading(page)).toContainText('⟦')
    for (const [at, name] of [text.menu, text.feedback, text.shortcuts].entries()) {
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
}
