import { expect, type Page } from '@playwright/test'
import { languages } from './messages'
import { layoutFindings, resizeWindow } from './page-checks'
import { test } from './platform'
import { createScreenContext, type Screen } from './screen'
import { screens } from './screens'
import { setLanguage, signIn } from './users'

const widths = [360, 768, 1280, 1920]

/** Chromium paints no higher window. */
const MAX_HEIGHT = 16_000

/** Screens with one thing to do, by the beginnings of their names: its button is in the first screen. */
const withPrimary = /^(?:home|group-admin|exam-(?:none|need-pay|ready|payment-rejected|report))/

/** The lowest edge of the primary button on a small phone and on a notebook, in pixels. */
const firstScreen: Readonly<Record<number, number>> = { 360: 740, 1280: 800 }

const getPlaces = (page: Page) =>
  page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
    const primary = [...document.querySelectorAll('main :is(a, button).bg-accent')].find(one =>
      one.checkVisibility(),
    )
    const logo = box('header[data-shell] a')
    return {
      primary: primary && primary.getBoundingClientRect().bottom + scrollY,
      // The presentation hides it.
      logo: logo?.width ? logo.left : undefined,
      // With the flag of a task. A card, and a column in the middle such as an error page, have edges of their own.
      title: document.querySelector('main :is(.mx-auto, [data-card]) h1')
        ? undefined
        : box('main :has(> div > h1)')?.left,
    }
  })

/** Header and title begin at the same edge, and the primary button is in the first screen. */
async function placeFindings(page: Page, { name, persona }: Screen, width: number): Promise<string[]> {
  const { primary, logo, title } = await getPlaces(page)
  const findings: string[] = []
  const lowest = firstScreen[width]
  if (withPrimary.test(name) && lowest && !(primary !== undefined && primary <= lowest))
    findings.push(`the primary button ends at ${primary}, below ${lowest}`)
  const hasBoth = logo !== undefined && title !== undefined
  if (persona && hasBoth && Math.abs(logo - title) > 1)
    findings.push(`the header begins at ${logo}, the title at ${title}`)
  return findings
}

/**
 * `npm run screenshots`: every screen at four widths, the narrow ones with touch, in both themes and languages, as
 * `screenshots/<name>-….png`. Fails on text that is cut off or overlaps, on horizontal scrolling, on a title that begins
 * at another edge than the header, and on a primary button below the first screen. The image is taken even then.
 */
for (const screen of screens) {
  const { name, path, persona, scenario, steps } = screen
  for (const language of languages) {
    test(`${name} ${language}`, async ({ page, context, platform, tripwires }) => {
      tripwires.allowConsole(/Failed to load resource: the server responded with a status of [45]\d\d/)
      tripwires.allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/)
      await setLanguage(context, language, platform.url)
      if (scenario) await platform.reset({ scenario })
      if (persona) await signIn(page, persona, language)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await steps?.(createScreenContext(page, platform, language))
      await page.waitForLoadState('networkidle')
      await expect(page.locator('[role=status][aria-busy]'), 'nothing is on its way').toHaveCount(0)
      // Overlays are positioned in the viewport, not in the page.
      const overlays = '[role=dialog], [role=alertdialog], [role=menu], #terminal-dock:not([inert])'
      const isOverlay = (await page.locator(overlays).count()) > 0
      // Scrolled to the top, because the sticky header would be in the middle otherwise.
      if (!isOverlay) await page.evaluate(() => scrollTo(0, 0))
      const findings: string[] = []
      const isWhole = name !== 'leaderboard-large' && !isOverlay
      for (const width of widths) {
        await resizeWindow(page, { width, height: 900 })
        const found = await layoutFindings(page)
        if (!isOverlay) found.push(...(await placeFindings(page, screen, width)))
        findings.push(...found.map(finding => `${name}-${width}-${language}: ${finding}`))
        // A window as high as the page: for `fullPage`, Chromium takes away the emulated touch.
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        if (isWhole) await resizeWindow(page, { width, height: Math.min(height, MAX_HEIGHT) })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.screenshot({ path: `screenshots/${name}-${width}-${colorScheme}-${language}.png` })
        }
      }
      expect(findings).toEqual([])
    })
  }
}
