import type { Page } from '@playwright/test'

/** Hides a tab, or shows it again. */
export async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(shown => {
    const state = shown ? 'visible' : 'hidden'
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !shown })
    document.dispatchEvent(new Event('visibilitychange'))
    if (shown) window.dispatchEvent(new Event('focus'))
  }, isVisible)
}

/** Simulates the return from another window. */
export const comeBack = (page: Page): Promise<void> => setVisible(page, true)
