import type { Page } from '@playwright/test'
import { expectNoAxeFindings } from './axe'
import { expectReadableLayout } from './layout'

/** Looks at the page as it stands, by axe and by its layout: narrow and light, then wide and dark. */
export async function examine(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  for (const [width, colorScheme] of [
    [320, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await expectNoAxeFindings(page, `${where}, ${width} px, ${colorScheme}`)
    await expectReadableLayout(page, `${where}, ${width} px`)
  }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}
