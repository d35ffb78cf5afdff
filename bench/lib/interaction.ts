import type { Locator, Page } from '@playwright/test'
import { type Visit, withSlowCpu } from './browser'
import type { Reaction } from './page-probe'
import { median, quantile } from './statistics'
import { atMostTimesFloor, type Budget, getValues, type Measures, type Pair, type Samples } from './suite'

/** A key press or a click, and what it must change; the product and the floor have the same roles and attributes. */
export interface Interaction {
  kind: string
  /** Makes everything ready for the input. `isDone` runs in the page with `args` and is false before the input. */
  prepare(
    page: Page,
    time: number,
  ): Promise<{ act: () => Promise<void>; isDone: (...args: string[]) => boolean; args?: string[] }>
}

/** Of each interaction in each round, on each side. */
const repeats = 3

/** What a page does on return to it is done by then, in milliseconds. */
const settledAfter = 3000

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
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20))
  await page.waitForTimeout(300)
  return async () => {
    await page.mouse.down()
    await page.waitForTimeout(pressed)
    await page.mouse.up()
  }
}

async function react(page: Page, { kind, prepare }: Interaction, time: number): Promise<Reaction> {
  const { act, isDone, args = [] } = await prepare(page, time)
  // A string, because functions cannot be passed to a page.
  await page.evaluate(`window.pageProbe.expect(${isDone}, ${JSON.stringify(args)})`)
  await act()
  // Querying earlier would add a task to the page.
  await page.waitForTimeout(250)
  return page
    .evaluate(() => window.pageProbe.reaction())
    .catch(error => Promise.reject(new Error(`${kind} on ${page.url()}: ${error.message}`)))
}

/** Repeats interactions one after the other with CPU throttling, on one page after the other. */
export async function compareInteractions(
  visits: Record<keyof Pair, Visit>,
  interactions: readonly Interaction[],
): Promise<Required<Pair>> {
  const repeat = async ({ page }: Visit): Promise<Measures> => {
    // As for a user: on return to a page the first press would also pay for its focus events and its refetches.
    await page.bringToFront()
    await page.waitForTimeout(settledAfter)
    const reactions = new Map<string, Reaction[]>()
    for (let time = 0; time < repeats; time++) {
      for (const interaction of interactions) {
        const reaction = await react(page, interaction, time)
        reactions.set(interaction.kind, [...(reactions.get(interaction.kind) ?? []), reaction])
      }
    }
    return summarize(reactions)
  }
  return {
    product: await withSlowCpu(visits.product, () => repeat(visits.product)),
    floor: await withSlowCpu(visits.floor, () => repeat(visits.floor)),
  }
}

const summarize = (reactions: ReadonlyMap<string, readonly Reaction[]>): Measures =>
  Object.fromEntries(
    [...reactions].flatMap(([kind, all]) => [
      [kind, median(all.map(({ paint }) => paint))],
      [`${kind}Worst`, Math.max(...all.map(({ paint }) => paint))],
      [`${kind}Result`, median(all.map(({ result }) => result))],
      [`${kind}Task`, Math.max(...all.map(({ task }) => task))],
    ]),
  )

/** Titles of the measures of each kind, in the order of the report. */
export const interactionTitles = (kinds: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, title]) => [
      [kind, `${title}, to next paint`],
      [`${kind}Worst`, `${title}, the slowest`],
      [`${kind}Result`, `${title}, until its effect is painted`],
      [`${kind}Task`, `${title}, longest task after it`],
    ]),
  )

/** A machine on which the floor needs longer than this is too slow or too busy for a limit in milliseconds. */
const quietFloor = 60

/** Of the floor's slowest, where it isn't 1.5. */
const limits: Readonly<Record<string, number>> = {
  // The first one runs code for the first time: 36 ms beside 24 ms, then 14 to 20 ms.
  type: 1.7,
  // One of the tabs is a register of 54 people and 100 tasks, which the floor does not have: 67 ms beside 29 ms.
  tab: 2.6,
}

/**
 * The slowest of each kind: at most 1.5 times the floor's unless `limits` says otherwise, and in the round with the
 * fastest at most 100 ms, where the floor shows that the machine is fast enough. Other load only adds time.
 */
export const interactionBudgets = (
  target: string,
  kinds: Readonly<Record<string, string>>,
): readonly Budget[] =>
  Object.entries(kinds).flatMap(([kind, title]): Budget[] => {
    const slowest = (samples: Samples, side: keyof Pair) =>
      quantile(getValues(samples.get(target), side, `${kind}Worst`), 0)
    return [
      atMostTimesFloor({
        target,
        what: `${title}, the slowest / floor`,
        limit: limits[kind] ?? 1.5,
        measure: `${kind}Worst`,
      }),
      {
        target,
        what: `${title}, the slowest`,
        limit: 100,
        is: 'at most',
        unit: ' ms',
        of: samples => slowest(samples, 'product'),
        isJudged: samples => slowest(samples, 'floor') <= quietFloor,
      },
    ]
  })

const searchField = 'main input[type="search"]'

/** Waits for another number of entries in a list; a virtualized table states it in `aria-rowcount`. */
async function otherCount(page: Page, list: string) {
  const before = await page.evaluate(list => window.pageProbe.countEntries(list), list)
  const isDone = (list = '', before = '') => window.pageProbe.countEntries(list) !== before
  return { isDone, args: [list, before] }
}

/** Typing into the search field of a list, and Escape to clear it. */
export const searching = (list: string, characters: string): readonly Interaction[] => [
  {
    kind: 'type',
    prepare: async (page, time) => {
      await page.locator(searchField).first().focus()
      const key = characters[time % characters.length] ?? ''
      return { act: () => page.keyboard.press(key), ...(await otherCount(page, list)) }
    },
  },
  {
    kind: 'clear',
    prepare: async page => ({
      act: () => page.keyboard.press('Escape'),
      ...(await otherCount(page, list)),
    }),
  },
]
