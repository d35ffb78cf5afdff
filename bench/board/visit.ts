import type { Browser, CDPSession, Page } from '@playwright/test'
import { personaPassword } from '../../mocks/platform/personas'
import { CPU_SLOWDOWN } from '../throttling'
import { installProbe, rowSelector } from './probe'

/** A page with CPU throttling, a cold cache and the probe. */
export interface Visit {
  page: Page
  debugging: CDPSession
  close(): Promise<void>
}

/** Opens an empty tab in a new browser context; `signedInAt` is the origin with a session of the student. */
export async function openVisit(browser: Browser, signedInAt?: string): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  if (signedInAt !== undefined) {
    const data = { username: 'student', password: personaPassword }
    const answer = await context.request.post(`${signedInAt}/api/auth/login`, { data })
    const { refresh_token: token } = await answer.json()
    await context.addInitScript(value => localStorage.setItem('token', value), String(token))
  }
  // tsx adds a helper for function names, which the page does not have.
  await context.addInitScript('globalThis.__name = value => value')
  await context.addInitScript(installProbe, rowSelector)
  const page = await context.newPage()
  const debugging = await context.newCDPSession(page)
  await debugging.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  // CPU time, so other programs on the machine do not count.
  await debugging.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, debugging, close: () => context.close() }
}

/** Waits for the first row, then until the page is idle. */
export async function untilFirstRow({ page }: Visit): Promise<number> {
  await page.waitForFunction(() => window.benchProbe.firstRowAt !== null, undefined, {
    polling: 200,
    timeout: 120_000,
  })
  await page.waitForTimeout(1500)
  return page.evaluate(() => window.benchProbe.firstRowAt ?? Number.NaN)
}

/** When the data was requested and when it had arrived, in milliseconds since navigation. */
export async function boardTimes({ page }: Visit, path: string): Promise<{ asked: number; arrived: number }> {
  const found = await page.evaluate(path => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const entry = entries.find(({ name }) => new URL(name).pathname === path)
    return entry && { asked: entry.startTime, arrived: entry.responseEnd }
  }, path)
  return found ?? { asked: Number.NaN, arrived: Number.NaN }
}

/** CPU time of the main thread so far, with throttling, in milliseconds. */
export async function workOf({ debugging }: Visit): Promise<number> {
  const { metrics } = await debugging.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** JavaScript heap after a garbage collection, in MB of 1,000,000 bytes. */
export async function heapOf({ debugging }: Visit): Promise<number> {
  await debugging.send('HeapProfiler.collectGarbage')
  const { usedSize } = await debugging.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
