import { test as base, type Page } from '@playwright/test'
import type { BrowserMocks } from '../mocks/browser'
import { startPreview } from '../scripts/preview'
import { installTripwires, type Tripwires } from './tripwires'

/** A site that holds its own platform: nobody may be needed but the browser. */
export const test = base.extend<{ tripwires: Tripwires }, { demo: { url: string } }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
    async ({}, use) => {
      const site = await startPreview({ dist: 'dist-demo', mode: 'demo', brotliQuality: 4 })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
  tripwires: [
    async ({ context, demo }, use, testInfo) => {
      const tripwires = await installTripwires(context, demo.url)
      await context.route(
        address => address.host !== new URL(demo.url).host,
        route => route.abort(),
      )
      await use(tripwires)
      const findings = tripwires.findings()
      if (testInfo.status === testInfo.expectedStatus && findings.length > 0) {
        throw new Error(`Tripwires:\n${findings.join('\n')}`)
      }
    },
    { auto: true },
  ],
})

/** What a page of the demo offers its developer's console. */
export interface Console {
  flagshipMock: BrowserMocks
}

/** Waits until the platform in the page answers: right after a load it does not yet. */
export async function untilMocked(page: Page): Promise<void> {
  await page.waitForFunction(() => 'flagshipMock' in globalThis)
}
