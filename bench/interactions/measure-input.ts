import type { Locator, Page } from '@playwright/test'
import { median } from '../statistics'

/** Timings of an interaction, in milliseconds. */
export interface Reaction {
  /** Input to next paint by the Event Timing API: in steps of 8, at least 16. */
  paint: number
  /** The longest task in the second after the input. */
  task: number
}

const fastest = 16
const longest = { timeout: 30_000 }

/** How long a button is pressed, in milliseconds. */
const pressed = 60

/**
 * Hovers an element and returns a function that presses it. Only the mouse: `click` of a locator queries the page
 * at the same moment, which takes long among a thousand rows.
 */
export async function hover(page: Page, what: Locator): Promise<() => Promise<void>> {
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  if (!box) throw new Error(`${what} cannot be seen.`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(500)
  return async () => {
    await page.mouse.down()
    await page.waitForTimeout(pressed)
    await page.mouse.up()
  }
}

/**
 * Performs one key press or click and measures the time until the next paint. @param effect runs in the page until
 * it is true. Throws if it never is: an interaction without effect would be the fastest
 */
export async function react(
  page: Page,
  act: () => Promise<void>,
  effect: { what: string; is: (about: string) => boolean; about?: string },
): Promise<Reaction> {
  const since = await page.evaluate(() => performance.now())
  await act()
  // Timings arrive late, and querying earlier would add a task to the page.
  await page.waitForTimeout(1200)
  await page.waitForFunction(effect.is, effect.about ?? '', { polling: 100, ...longest }).catch(() => {
    throw new Error(`Without effect: ${effect.what}.`)
  })
  return page.evaluate(
    ([since, fastest]) => {
      const { events, longTasks } = window.pageProbe
      const own = events.filter(({ at, interaction }) => at >= since && interaction > 0)
      const tasks = longTasks.filter(({ at, duration }) => at + duration >= since)
      return {
        paint: Math.max(fastest, ...own.map(({ duration }) => duration)),
        task: Math.max(0, ...tasks.map(({ duration }) => duration)),
      }
    },
    [since, fastest] as const,
  )
}

/** Summarizes reactions: median, slowest, and the longest task. */
export const summed = (name: string, reactions: readonly Reaction[]): Record<string, number> => ({
  [name]: median(reactions.map(({ paint }) => paint)),
  [`${name}Worst`]: Math.max(...reactions.map(({ paint }) => paint)),
  [`${name}Task`]: Math.max(...reactions.map(({ task }) => task)),
})
