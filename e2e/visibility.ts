import type { Page } from '@playwright/test'

/** What the browser does when a tab is covered by another one, or comes to the front again. */
export async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(shown => {
    const state = shown ? 'visible' : 'hidden'
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !shown })
    document.dispatchEvent(new Event('visibilitychange'))
    if (shown) window.dispatchEvent(new Event('focus'))
  }, isVisible)
}

/** A person who has been in another window comes back to this one. */
export const comeBack = (page: Page): Promise<void> => setVisible(page, true)
