import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
  request,
} from '@playwright/test'
import { personaPassword } from '../../mocks/platform/personas'
import { findChromium } from '../../scripts/browser-tools'
import { installPageProbe, type Marks } from './page-probe'

/** CPU throttling factor. */
export const CPU_SLOWDOWN = 4

/** Network conditions: milliseconds, and bytes per second; -1 for no limit. */
export interface Network {
  latency: number
  download: number
  upload: number
}

const kilobit = 1024 / 8

/** Slow 4G as in Lighthouse, at the request level. */
export const slow4G: Network = { latency: 562.5, download: 1474.56 * kilobit, upload: 675 * kilobit }

/** Fast 4G of Chromium's developer tools. */
export const fast4G: Network = { latency: 165, download: 8100 * kilobit, upload: 1350 * kilobit }

/** A latency so high that round trips can be counted by the clock. */
export const longLatency: Network = { latency: 3000, download: -1, upload: -1 }

/** How the installed Chromium is started. */
export function chromiumOptions(more: readonly string[] = []): { executablePath?: string; args: string[] } {
  const executablePath = findChromium()
  const usual = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
  return { ...(executablePath !== null && { executablePath }), args: [...usual, ...more] }
}

export const launchChromium = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch(chromiumOptions(more))

/** Cookies and storage of a session. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs a persona in; each visit needs a session of its own, because refresh tokens are used once. */
export async function signIn(origin: string, username = 'student'): Promise<StorageState> {
  const api = await request.newContext({ baseURL: origin, ignoreHTTPSErrors: true })
  try {
    const answer = await api.post('/api/auth/login', { data: { username, password: personaPassword } })
    const { refresh_token: value } = await answer.json()
    const { cookies } = await api.storageState()
    return { cookies, origins: [{ origin, localStorage: [{ name: 'token', value: String(value) }] }] }
  } finally {
    await api.dispose()
  }
}

export const desktop: BrowserContextOptions = {
  locale: 'ru-RU',
  timezoneId: 'Europe/Moscow',
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
}

export const phone: BrowserContextOptions = {
  locale: 'ru-RU',
  timezoneId: 'Europe/Moscow',
  viewport: { width: 412, height: 915 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** An empty page with the probe, in a browser context of its own. */
export interface Visit {
  page: Page
  debugging: CDPSession
  close(): Promise<void>
}

export async function openVisit(
  browser: Browser,
  {
    device = desktop,
    marks,
    session,
  }: { device?: BrowserContextOptions; marks: Marks; session?: StorageState },
): Promise<Visit> {
  const context = await browser.newContext({ ...device, ...(session && { storageState: session }) })
  // tsx adds a helper for function names, which the page does not have.
  await context.addInitScript('globalThis.__name = value => value')
  await context.addInitScript(installPageProbe, marks)
  const page = await context.newPage()
  const debugging = await context.newCDPSession(page)
  return { page, debugging, close: () => context.close() }
}

export const slowDown = async ({ debugging }: Visit, rate = CPU_SLOWDOWN): Promise<void> => {
  await debugging.send('Emulation.setCPUThrottlingRate', { rate })
}

/**
 * Slows a page down only as long as `run` takes. Chromium slows a page down by keeping a core busy, even while the page
 * is idle: two slow pages at a time would take the computer from each other.
 */
export async function withSlowCpu<Result>(visit: Visit, run: () => Promise<Result>): Promise<Result> {
  await slowDown(visit)
  try {
    return await run()
  } finally {
    await slowDown(visit, 1)
  }
}

/** Waits until the page is interactive and its content painted: milliseconds since navigation, or since a click. */
export async function untilContent({ page }: Visit, timeout = 120_000): Promise<number> {
  const isThere = () => window.pageProbe.readyAt !== null && window.pageProbe.contentAt !== null
  await page.waitForFunction(isThere, undefined, { polling: 200, timeout })
  return page.evaluate(() => window.pageProbe.contentAt ?? Number.NaN)
}

/** JavaScript heap after a garbage collection, in MB of 1,000,000 bytes. */
export async function getHeap({ debugging }: Pick<Visit, 'debugging'>): Promise<number> {
  await debugging.send('HeapProfiler.collectGarbage')
  const { usedSize } = await debugging.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
