import type { Locator, Page } from '@playwright/test'
import { median } from '../statistics'

/** What an interaction was answered with, in milliseconds. */
export interface Reaction {
  /** From the input to the next paint, as the browser times it: in steps of 8, and 16 where it was faster than it tells. */
  paint: number
  /** The longest task in the second after the input: what it began and no paint waited for. */
  task: number
}

const fastest = 16
const longest = { timeout: 30_000 }

/** How long a finger stays on a button, in milliseconds. */
const pressed = 60

/**
 * Puts the mouse onto something, as whoever is going to press it does, and gives what presses it there. The mouse alone:
 * `click` of a locator looks for it in the page at the same moment, which among a thousand rows takes longer than the answer.
 */
export async function aimAt(page: Page, what: Locator): Promise<() => Promise<void>> {
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
 * Does something that is one key or one click, and sees how long the page took to paint after it.
 *
 * @param effect runs in the page until it is true. Throws where it never is: an act without effect would be the fastest of all
 */
export async function react(
  page: Page,
  act: () => Promise<void>,
  effect: { what: string; is: (about: string) => boolean; about?: string },
): Promise<Reaction> {
  const since = await page.evaluate(() => performance.now())
  await act()
  // Times are told late, and what the input began goes on; to look before would be one more task of the page.
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

/** All of some reactions by the name of a measure: the middle one, the worst, and the longest task of any. */
export const summed = (name: string, reactions: readonly Reaction[]): Record<string, number> => ({
  [name]: median(reactions.map(({ paint }) => paint)),
  [`${name}Worst`]: Math.max(...reactions.map(({ paint }) => paint)),
  [`${name}Task`]: Math.max(...reactions.map(({ task }) => task)),
})
