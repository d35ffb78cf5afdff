import { test as base, expect } from '@playwright/test'
import { type Browser, startFirefox, startWebKit, type Tab } from './drivers'
import { type Site, startSite } from './site'

/**
 * Playwright only runs these journeys: its own builds of Firefox and WebKit are patched, so the browsers are the ones of
 * the system, driven by WebDriver. Each journey has a browser of its own, each worker a site.
 */
export const test = base.extend<{ engine: Browser; tab: Tab; site: Site }, { sharedSite: Site }>({
  sharedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured object
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  site: async ({ sharedSite }, use) => {
    await sharedSite.reset()
    await use(sharedSite)
    expect(sharedSite.violations, 'violations of the content security policy').toEqual([])
  },
  engine: async ({ site: _ }, use, info) => {
    const browser = await (info.project.name === 'journeys-firefox' ? startFirefox() : startWebKit())
    info.annotations.push({ type: 'browser', description: browser.name })
    await use(browser)
    if (info.status !== info.expectedStatus) {
      const text = await browser.tab
        .evaluate<string>('return location.href + "\\n" + document.body.innerText')
        .catch(String)
      await info.attach('page', { body: text, contentType: 'text/plain' })
    }
    await browser.close()
  },
  tab: ({ engine }, use) => use(engine.tab),
})
