import type { Measures } from './measures'
import { median } from './statistics'
import type { Visit } from './visit'

const repeats = 3

interface Reaction {
  paint: number
  /** The longest task in the second after the event: what the event began and no paint waited for. */
  task: number
}

/** Does something that is one key or one click, and sees how long the page took to show anything new. */
async function react({ page }: Visit, act: () => Promise<void>): Promise<Reaction> {
  const since = await page.evaluate(() => performance.now())
  await act()
  await page.waitForTimeout(1300)
  return page.evaluate(since => {
    const { paints, longTasks } = window.benchProbe
    const own = paints.filter(({ at }) => at >= since)
    const until = Math.max(...own.map(({ at }) => at)) + 1000
    const tasks = longTasks.filter(({ at, duration }) => at + duration >= since && at < until)
    return {
      paint: Math.max(...own.map(({ duration }) => duration)),
      task: Math.max(0, ...tasks.map(({ duration }) => duration)),
    }
  }, since)
}

/** The worst of some repetitions: one slow answer in a few is what a person would complain of. */
async function worst(
  visit: Visit,
  act: (time: number) => Promise<void>,
  between: () => Promise<void> = async () => {},
): Promise<Reaction> {
  const reactions: Reaction[] = []
  for (let time = 0; time < repeats; time++) {
    reactions.push(await react(visit, () => act(time)))
    await between()
  }
  return {
    paint: Math.max(...reactions.map(({ paint }) => paint)),
    task: median(reactions.map(({ task }) => task)),
  }
}

/** The bare table's interaction: a key that renders it anew. */
export async function useBareTable(visit: Visit): Promise<Measures> {
  const { paint } = await worst(visit, () => visit.page.keyboard.press('j'))
  return { key: paint }
}

/** Search, sort and the way to the own row, as a person uses them. */
export async function useBoard(visit: Visit): Promise<Measures> {
  const { page } = visit
  const rest = () => page.waitForTimeout(500)
  const field = page.locator('input[type="search"], [role="searchbox"]').first()
  const away = () => page.evaluate(() => scrollTo({ top: 20_000, behavior: 'instant' })).then(rest)

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await away()
  const own = await worst(visit, () => page.keyboard.press('j'), away)

  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const head = page.locator('thead th button')
  // Points, then solved, then names, then points again: each click has an order to make.
  const order = [3, 2, 1]
  const sort = await worst(visit, time => head.nth(order[time] ?? 0).click(), rest)
  await head.nth(0).click()
  await rest()

  await field.click()
  const clears: Reaction[] = []
  const type = await worst(
    visit,
    time => page.keyboard.press('aoe'[time] ?? 'a'),
    async () => {
      clears.push(await react(visit, () => page.keyboard.press('Escape')))
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
