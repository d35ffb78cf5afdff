import { test as base } from '@playwright/test'
import { startMockServer } from '../mocks/server'
import { startPreview } from '../scripts/preview'
import { installTripwires, type Tripwires } from './tripwires'

/** One call as the simulated platform saw it. */
export type JournalEntry = Awaited<ReturnType<Platform['journal']>>[number]

export type Platform = ReturnType<typeof controlsOf>

type WorkerFixtures = { platform: Platform }
type TestFixtures = { freshWorld: undefined; tripwires: Tripwires }

/**
 * A test with a simulated platform of its own worker behind the production build (`platform`), a fresh world, and
 * tripwires on every page of the context.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  platform: [
    // Playwright reads the names of fixtures from the first parameter, which has none here.
    // biome-ignore lint/correctness/noEmptyPattern: see above.
    async ({}, use) => {
      const mock = await startMockServer({ port: 0 })
      const preview = await startPreview({ apiUrl: mock.url, brotliQuality: 4 })
      await use(controlsOf(preview.url, mock.url))
      await preview.close()
      await mock.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ platform }, use) => use(platform.url),
  freshWorld: [
    async ({ platform }, use) => {
      await platform.reset()
      await use(undefined)
    },
    { auto: true },
  ],
  tripwires: [
    async ({ context, platform }, use, testInfo) => {
      const tripwires = await installTripwires(context, platform.url)
      await use(tripwires)
      const findings = tripwires.findings()
      // A test that has failed already says more by its own failure.
      if (testInfo.status === testInfo.expectedStatus && findings.length > 0) {
        throw new Error(`Tripwires:\n${findings.join('\n')}`)
      }
    },
    { auto: true },
  ],
})

/** The controls of a simulated platform that runs at `mockUrl` behind the site at `url`. */
function controlsOf(url: string, mockUrl: string) {
  const control = async (path: string, body?: unknown) => {
    const response = await fetch(`${mockUrl}/__mock/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`The simulated platform refused ${path}: ${await response.text()}`)
    return response.json()
  }
  return {
    url,
    reset: (options: { scenario?: string; settings?: Record<string, unknown> } = {}): Promise<void> =>
      control('reset', options),
    journal: (): Promise<{ operationId: string; status: number }[]> => control('journal'),
  }
}

export type Persona = 'student' | 'newcomer' | 'admin' | 'candidate'

export const personaPassword = 'flagship-demo'
