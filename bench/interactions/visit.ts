import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Measures } from '../measures'
import { installPageProbe, type Marks } from '../page-probe'
import { signIn } from '../session'
import type { Target } from '../suite'
import { CPU_SLOWDOWN } from '../throttling'

/** Origin of the product, in a database of 500 groups, a group of 1,000 tasks and a board of 10,000 people. */
export interface Site {
  product: string
}

export interface Visit {
  page: Page
  debugging: CDPSession
}

interface Place {
  path: string
  marks: Marks
  /** CPU throttling after the page has loaded. */
  slowdown?: number
  /** The user; the student by default. */
  username?: string
}

/** Idle work of a page is done by then, in milliseconds. */
const rest = 6000

/** Opens a page signed in, waits until it is idle, then throttles the CPU. */
export const using =
  (place: Place, measure: (visit: Visit) => Promise<Measures>): Target<Site>['measure'] =>
  async (browser: Browser, { product }) => {
    const context = await browser.newContext({
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      storageState: await signIn(browser, product, place.username),
    })
    try {
      // tsx adds a helper for function names, which the page does not have.
      await context.addInitScript('globalThis.__name = value => value')
      await context.addInitScript(installPageProbe, place.marks)
      const page = await context.newPage()
      const debugging = await context.newCDPSession(page)
      await page.goto(product + place.path)
      const isThere = () => window.pageProbe.readyAt !== null && window.pageProbe.contentAt !== null
      await page.waitForFunction(isThere, undefined, { polling: 100, timeout: 60_000 })
      await page.waitForTimeout(rest)
      await debugging.send('Emulation.setCPUThrottlingRate', { rate: place.slowdown ?? CPU_SLOWDOWN })
      return await measure({ page, debugging })
    } finally {
      await context.close()
    }
  }
