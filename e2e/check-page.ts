import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from './axe'
import { expectReadableLayout } from './layout'
import { shard } from './shard'

const views = [
  { width: 320, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

/**
 * Checks the page by axe and for layout problems: narrow and light, then wide and dark. `npm test` checks one of
 * the two, alternating by state and language; `npm test -- --full` checks both.
 */
export async function checkA11yAndLayout(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  const language = await page.evaluate(() => document.documentElement.lang)
  // The name of a state differs only in the language at its end.
  for (const { width, colorScheme } of shard(where.length + Number(language === 'ru'), views)) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await waitForAnimations(page)
    await expectNoAxeFindings(page, `${where}, ${width} px, ${colorScheme}`)
    await expectReadableLayout(page, `${where}, ${width} px`)
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}

/** Elements that fade in have their final colors only at the end. Endless animations are not awaited. */
export const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
