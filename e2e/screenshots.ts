import { expect } from '@playwright/test'
import { languages } from './messages'
import { layoutFindings, resizeWindow } from './page-checks'
import { test } from './platform'
import { createScreenContext } from './screen'
import { screens } from './screens'
import { setLanguage, signIn } from './users'

const widths = [360, 768, 1280, 1920]

/** Chromium paints no higher window. */
const MAX_HEIGHT = 16_000

/**
 * `npm run screenshots`: every screen at four widths, the narrow ones with touch, in both themes and languages, as
 * `screenshots/<name>-….png`. Fails on text that is cut off or overlaps and on horizontal scrolling. The image is
 * taken even then.
 */
for (const { name, path, persona, scenario, steps } of screens) {
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
        findings.push(
          ...(await layoutFindings(page)).map(finding => `${name}-${width}-${language}: ${finding}`),
        )
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
