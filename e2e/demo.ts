import { test as base, type Page } from '@playwright/test'
import type { BrowserMocks } from '../mocks/browser'
import { startPreview } from '../scripts/preview'
import { installTripwires, type Tripwires } from './tripwires'

/** The demo site contains the platform: it works with no server. */
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

/** The console API of the demo. */
export interface Console {
  flagshipMock: BrowserMocks
}

/** Waits until the platform in the page responds, which takes a moment after a load. */
export async function waitForMocks(page: Page): Promise<void> {
  await page.waitForFunction(() => 'flagshipMock' in globalThis)
}
