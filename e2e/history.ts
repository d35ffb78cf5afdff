import type { Page } from '@playwright/test'

/** The addresses of the page's history, oldest first, as the browser keeps them. */
export async function historyOf(page: Page): Promise<string[]> {
  const debugging = await page.context().newCDPSession(page)
  try {
    const { entries } = await debugging.send('Page.getNavigationHistory')
    return entries.map(({ url }) => url).filter(url => url !== 'about:blank')
  } finally {
    await debugging.detach()
  }
}
