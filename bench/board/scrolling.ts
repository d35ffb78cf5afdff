import type { Measures } from '../measures'
import { quantile } from '../statistics'
import { lookAtRows } from './load'
import { type Visit, workOf } from './visit'

const frames = 300
/** A dropped frame: two of 16.7 ms, with some tolerance. */
const slow = 34

/** Scrolls down slowly, and so fast that each frame has new rows. */
export async function scrollBoard(visit: Visit): Promise<Measures> {
  return { ...(await scrollBy(visit, 120)), ...(await scrollBy(visit, 1000)) }
}

async function scrollBy(visit: Visit, pixels: number): Promise<Measures> {
  const { page } = visit
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForTimeout(500)
  const workBefore = await workOf(visit)
  const lengths = await page.evaluate(([pixels, frames]) => window.benchProbe.scroll(pixels, frames), [
    pixels,
    frames,
  ] as const)
  const work = (await workOf(visit)) - workBefore
  return {
    [`work${pixels}`]: work / frames,
    [`slowFrames${pixels}`]: lengths.filter(length => length > slow).length,
    [`p50Frame${pixels}`]: quantile(lengths, 0.5),
    [`p95Frame${pixels}`]: quantile(lengths, 0.95),
    [`maxFrame${pixels}`]: quantile(lengths, 1),
  }
}

/** The largest number of rows at the top, in the middle and at the end, and whether the own row is visible at each. */
export async function stopOnTheWay(visit: Visit): Promise<Measures> {
  const stops: { rows: number; ownSeen: number }[] = []
  for (const share of [0, 0.5, 1]) {
    await visit.page.evaluate(
      share => scrollTo({ top: share * document.documentElement.scrollHeight, behavior: 'instant' }),
      share,
    )
    await visit.page.waitForTimeout(400)
    stops.push(await lookAtRows(visit))
  }
  return {
    rows: Math.max(...stops.map(({ rows }) => rows)),
    ownSeen: Math.min(...stops.map(({ ownSeen }) => ownSeen)),
  }
}
