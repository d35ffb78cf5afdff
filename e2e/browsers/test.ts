import { test as base, expect } from '@playwright/test'
import { type Browser, type Session, startFirefox, startWebKit, type Tab } from './drivers'
import { type Site, startSite } from './site'

/**
 * Playwright only runs these journeys: its own builds of Firefox and WebKit are patched, so the browsers are the ones of
 * the system, driven by WebDriver. Each worker has a browser and a site, each journey a session.
 */
export const test = base.extend<
  { session: Session; tab: Tab; site: Site },
  { engine: Browser; sharedSite: Site }
>({
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
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured object
    async ({}, use, info) => {
      const engine = await (info.project.name === 'journeys-firefox' ? startFirefox() : startWebKit())
      await use(engine)
      await engine.close()
    },
    { scope: 'worker' },
  ],
  session: async ({ engine, site: _ }, use, info) => {
    const session = await engine.openSession()
    await use(session)
    if (info.status !== info.expectedStatus) {
      const text = await session.tab
        .evaluate<string>('return location.href + "\\n" + document.body.innerText')
        .catch(String)
      await info.attach('page', { body: text, contentType: 'text/plain' })
    }
    await session.close()
  },
  tab: ({ session }, use) => use(session.tab),
})
