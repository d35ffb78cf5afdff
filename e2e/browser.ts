import {
  type BrowserContext,
  expect,
  type Frame,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'

/** Presses Tab until the element has the focus, and expects a visible focus ring. */
export async function tabTo(page: Page, target: Locator, limit = 120): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < limit; presses++) {
    await page.keyboard.press('Tab')
    if (await isFocused(target)) {
      await expect(target, 'the focused element is in the window').toBeInViewport()
      expect(await hasFocusRing(target), 'the focus has a ring').toBe(true)
      return
    }
  }
  throw new Error(`The keyboard does not reach ${target} within ${limit} presses of Tab.`)
}

/** Tabs to a field and replaces its text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
  await expect(field).toHaveValue(text)
}

/** Tabs to a link, a button or a checkbox and presses a key. */
export async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await reach(page, target)
  await page.keyboard.press(key)
}

async function reach(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  if (!(await isFocused(target))) await tabTo(page, target)
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate(element => element === document.activeElement)

/** Whether the element or its wrapper is outlined while it has the focus. */
const hasFocusRing = (target: Locator): Promise<boolean> =>
  target.evaluate(element =>
    [element, element.parentElement].some(candidate => {
      const style = candidate && getComputedStyle(candidate)
      return (
        style &&
        ((style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none')
      )
    }),
  )

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

/** Hides a tab, or shows it again as on the return from another window. */
export async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(shown => {
    const state = shown ? 'visible' : 'hidden'
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !shown })
    document.dispatchEvent(new Event('visibilitychange'))
    if (shown) window.dispatchEvent(new Event('focus'))
  }, isVisible)
}

/** The documents that the window loads from now on. */
export function recordLoads(page: Page): string[] {
  const loads: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.push(request.url())
  })
  return loads
}

/** Resolves when the document has nothing more to do now. */
export const untilIdle = (frame: Frame): Promise<void> =>
  frame.evaluate(
    () =>
      // No frame of an animation: those of a frame below the window don't come. In a process of its own such a frame is
      // never idle either.
      new Promise(done => {
        const limit = { timeout: 2000 }
        requestIdleCallback(() => setTimeout(() => requestIdleCallback(() => done(), limit)), limit)
      }),
  )

/** Resolves when the page has painted what it is now. */
export const untilPainted = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => setTimeout(drawn))))

/**
 * Watches the requests of a context, from now on. The returned function resolves when none is on its way and the pages
 * have nothing more to do. Timers that are still to come don't count.
 */
export function watchRequests(context: BrowserContext): (...pages: readonly Page[]) => Promise<void> {
  const open = new Set<Request>()
  let asked = 0
  context.on('request', request => {
    asked += 1
    open.add(request)
  })
  const forget = (request: Request) => open.delete(request)
  context.on('requestfinished', forget)
  context.on('requestfailed', forget)
  const getUnsettled = async (pages: readonly Page[]): Promise<string[]> => {
    const before = asked
    await Promise.all(pages.flatMap(page => page.frames()).map(untilIdle))
    // A closed tab's request ends without an event.
    for (const request of open) if (request.frame().page().isClosed()) open.delete(request)
    return asked === before ? [...open].map(request => request.url()) : ['new requests']
  }
  return (...pages) => expect.poll(() => getUnsettled(pages), { intervals: [0] }).toEqual([])
}

/** Lets time pass in a page, whose clock is installed, until the check passes. */
export const passTimeUntil = (page: Page, stepMs: number, check: () => Promise<unknown>): Promise<void> =>
  expect(async () => {
    await page.clock.fastForward(stepMs)
    await check()
  }).toPass()
