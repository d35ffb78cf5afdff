import type { Page } from '@playwright/test'
import type { Measures } from '../measures'
import { median } from '../statistics'
import type { Visit } from './visit'

const patience = { timeout: 30_000 }

const toGroups = 'header nav a[href="/groups"]'
const firstGroup = 'main li h3 a'
const tasks = 'main section[aria-labelledby^="category-"] li a'

/** Clicks a link and waits until its page replaces the current one: milliseconds by the page's clock. */
const follow = (page: Page, link: string, before: string, mark: string): Promise<number> =>
  page.evaluate(
    ([link, before, mark]) =>
      new Promise<number>((done, fail) => {
        const element = document.querySelector<HTMLElement>(link)
        if (!element) return fail(new Error(`There is no ${link}.`))
        const since = performance.now()
        element.click()
        const look = () => {
          if (performance.now() - since > 30_000) return fail(new Error(`${link} leads to no ${mark}.`))
          if (document.querySelector(mark) && !document.querySelector(before))
            return done(performance.now() - since)
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    [link, before, mark] as const,
  )

/** Checked without an element handle, which would keep the whole page in memory. */
const standing = (page: Page) => page.locator(firstGroup).first().waitFor(patience)

/** From the list to a group and back, with code and data cached. */
export async function navigateWarm({ page }: Visit): Promise<Measures> {
  const there: number[] = []
  const back: number[] = []
  // The first visit may still load something.
  for (let time = 0; time < 5; time += 1) {
    await standing(page)
    await page.waitForTimeout(800)
    const one = await follow(page, firstGroup, firstGroup, tasks)
    await page.waitForTimeout(800)
    const other = await follow(page, toGroups, tasks, firstGroup)
    if (time > 0) {
      there.push(one)
      back.push(other)
    }
  }
  return { toGroup: median(there), toList: median(back) }
}

/** Memory after a hundred pages, compared with ten. */
export async function navigateOften({ page, debugging }: Visit): Promise<Measures> {
  const heap = async () => {
    await page.waitForTimeout(1000)
    await debugging.send('HeapProfiler.collectGarbage')
    const { usedSize } = await debugging.send('Runtime.getHeapUsage')
    return usedSize / 1e6
  }
  const travel = async (pages: number) => {
    for (let time = 0; time < pages; time += 2) {
      await standing(page)
      await follow(page, firstGroup, firstGroup, tasks)
      await follow(page, toGroups, tasks, firstGroup)
    }
  }
  await travel(10)
  const early = await heap()
  await travel(90)
  const last = await heap()
  return { heapEarly: early, heapLate: last, heapGrowth: last - early }
}
