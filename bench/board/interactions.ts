import type { Measures } from '../measures'
import { median } from '../statistics'
import type { Visit } from './visit'

const repeats = 3

interface Reaction {
  paint: number
  /** The longest task in the second after the event, in milliseconds. */
  task: number
}

/** The expected effect of an interaction; `is` runs in the page. */
interface Effect {
  what: string
  is: (about: string) => boolean
  about: string
}

/** Timeout for painting and idling, in milliseconds. */
const longest = { timeout: 15_000 }

/**
 * Performs one key press or click and measures the time until the next paint. Throws if it has no effect, because
 * that would be the fastest result. NaN if nothing was painted.
 */
async function react({ page }: Visit, act: () => Promise<void>, hasWorked: Effect): Promise<Reaction> {
  const since = await page.evaluate(() => performance.now())
  await act()
  await page
    .waitForFunction(since => window.benchProbe.paints.some(({ at }) => at >= since), since, longest)
    .catch(() => {})
  await page.waitForTimeout(1300)
  await page.waitForFunction(hasWorked.is, hasWorked.about, longest).catch(() => {
    throw new Error(`Without effect: ${hasWorked.what}.`)
  })
  return page.evaluate(since => {
    const { paints, longTasks } = window.benchProbe
    const own = paints.filter(({ at }) => at >= since)
    if (own.length === 0) return { paint: Number.NaN, task: Number.NaN }
    const until = Math.max(...own.map(({ at }) => at)) + 1000
    const tasks = longTasks.filter(({ at, duration }) => at + duration >= since && at < until)
    return {
      paint: Math.max(...own.map(({ duration }) => duration)),
      task: Math.max(0, ...tasks.map(({ duration }) => duration)),
    }
  }, since)
}

/** The slowest of a few repetitions. */
async function worst(
  visit: Visit,
  act: (time: number) => Promise<void>,
  effect: (time: number) => Effect | Promise<Effect>,
  between: () => Promise<void> = async () => {},
): Promise<Reaction> {
  const reactions: Reaction[] = []
  for (let time = 0; time < repeats; time++) {
    const expected = await effect(time)
    reactions.push(await react(visit, () => act(time), expected))
    await between()
  }
  return {
    paint: Math.max(...reactions.map(({ paint }) => paint)),
    task: median(reactions.map(({ task }) => task)),
  }
}

/** `aria-rowcount` of a virtualized table. */
const countRows = ({ page }: Visit): Promise<string> =>
  page.evaluate(() => document.querySelector('table[aria-rowcount]')?.getAttribute('aria-rowcount') ?? '')

const isOwnFocused: Effect = {
  what: 'the own row has the focus',
  is: () => document.activeElement?.matches('tr[aria-current]') === true,
  about: '',
}

const isSortedBy = (column: number): Effect => ({
  what: `column ${column} is the one that sorts`,
  is: at =>
    document.querySelectorAll('table[aria-rowcount] thead th')[Number(at)]?.hasAttribute('aria-sort') ===
    true,
  about: String(column),
})

/** A short table has no `aria-rowcount`, which differs from the number before. */
const hasOtherRows = (before: string): Effect => ({
  what: `other than ${before} rows`,
  is: before =>
    (document.querySelector('table[aria-rowcount]')?.getAttribute('aria-rowcount') ?? '') !== before,
  about: before,
})

const hasRows = (count: string): Effect => ({
  what: `${count} rows again`,
  is: count => document.querySelector('table[aria-rowcount]')?.getAttribute('aria-rowcount') === count,
  about: count,
})

/** The interaction of the bare table: a key renders it again and increments the caption. */
export async function useBareTable(visit: Visit): Promise<Measures> {
  const { paint } = await worst(
    visit,
    () => visit.page.keyboard.press('j'),
    async () => ({
      what: 'the caption counts the key',
      is: before => document.querySelector('caption')?.textContent !== before,
      about: (await visit.page.locator('caption').textContent()) ?? '',
    }),
  )
  return { key: paint }
}

/** Search, sort and jump to the own row, as users do. */
export async function useBoard(visit: Visit): Promise<Measures> {
  const { page } = visit
  const rest = () => page.waitForTimeout(500)
  const leave = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const away = async () => {
    await leave()
    await page.evaluate(() => scrollTo({ top: 20_000, behavior: 'instant' }))
    await rest()
  }
  await away()
  const own = await worst(
    visit,
    () => page.keyboard.press('j'),
    () => isOwnFocused,
    away,
  )

  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const head = page.locator('thead th button')
  // Each click changes the order.
  const order = [3, 2, 1]
  const columnAt = (time: number) => order[time] ?? 0
  const sort = await worst(
    visit,
    time => head.nth(columnAt(time)).click(),
    time => isSortedBy(columnAt(time)),
    rest,
  )
  await head.nth(0).click()
  await rest()

  await page.locator('input[type="search"], [role="searchbox"]').first().click()
  const all = await countRows(visit)
  const clears: Reaction[] = []
  const type = await worst(
    visit,
    time => page.keyboard.press('aoe'[time] ?? 'a'),
    () => hasOtherRows(all),
    async () => {
      clears.push(await react(visit, () => page.keyboard.press('Escape'), hasRows(all)))
    },
  )
  return {
    type: type.paint,
    typeTask: type.task,
    clear: Math.max(...clears.map(({ paint }) => paint)),
    clearTask: median(clears.map(({ task }) => task)),
    sort: sort.paint,
    sortTask: sort.task,
    own: own.paint,
    ownTask: own.task,
  }
}
