import type { Page } from '@playwright/test'

/** The URLs of the browser history, oldest first. */
export async function getHistory(page: Page): Promise<string[]> {
  const debugging = await page.context().newCDPSession(page)
  try {
    const { entries } = await debugging.send('Page.getNavigationHistory')
    return entries.map(({ url }) => url).filter(url => url !== 'about:blank')
  } finally {
    await debugging.detach()
  }
}
