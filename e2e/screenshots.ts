import { expect } from '@playwright/test'
import { labels } from './labels'
import { layoutFindings } from './layout'
import { languages } from './messages'
import { test } from './platform'
import { screens } from './routes'
import { setLanguage, signIn } from './users'

const widths = [360, 1280, 1920]

/**
 * `npm run screenshots`: every screen at three widths, in both themes and languages, as
 * `screenshots/<name>-….png`. Fails on text that is cut off or overlaps and on horizontal scrolling. The image is
 * taken even then.
 */
for (const screen of screens) {
  for (const language of languages) {
    test(`${screen.name} ${language}`, async ({ page, context, platform, tripwires }) => {
      tripwires.allowConsole(/Failed to load resource: the server responded with a status of [45]\d\d/)
      tripwires.allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/)
      await setLanguage(context, language, platform.url)
      if (screen.scenario) await platform.reset({ scenario: screen.scenario })
      if (screen.persona) await signIn(page, screen.persona, language)
      await page.goto(screen.path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await screen.prepare?.(page, { text: labels[language], language, platform })
      await page.waitForLoadState('networkidle')
      await expect(page.locator('[role=status][aria-busy]'), 'nothing is on its way').toHaveCount(0)
      // Overlays are positioned in the viewport, not in the page.
      const standsInWindow =
        (await page
          .locator('[role=dialog], [role=alertdialog], [role=menu], #terminal-dock:not([inert])')
          .count()) > 0
      // Scrolled to the top, because the sticky header would be in the middle otherwise.
      if (!standsInWindow) await page.evaluate(() => scrollTo(0, 0))
      const findings: string[] = []
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const name = `${screen.name}-${width}-${colorScheme}-${language}`
          await page.screenshot({
            path: `screenshots/${name}.png`,
            fullPage: screen.name !== 'leaderboard-large' && !standsInWindow,
          })
          if (colorScheme === 'light') {
            findings.push(...(await layoutFindings(page)).map(finding => `${name}: ${finding}`))
          }
        }
      }
      expect(findings).toEqual([])
    })
  }
}
