import type { Suite } from '../suite'
import { CPU_SLOWDOWN } from '../throttling'
import { firstLoadBudgets } from './budgets'
import { firstLoadComparisons } from './comparisons'
import { buildOnce, type Site, startSite } from './site'
import { firstLoadTargets } from './targets'
import { firstLoadTitles } from './titles'

/** First visits of common entry pages, compared with a floor of the same packages. */
export const firstLoadSuite: Suite<Site> = {
  name: 'first load',
  note: `Milliseconds and kB of 1,000 bytes as they are sent; slow 4G (562.5 ms for each request), HTTP/2, processor ${CPU_SLOWDOWN} times slower, a phone of 412 × 915, nothing in the cache. A first load ends when the page answers and nothing has come for half a second.`,
  targets: firstLoadTargets,
  titles: firstLoadTitles,
  comparisons: firstLoadComparisons,
  budgets: firstLoadBudgets,
  build: buildOnce,
  start: startSite,
}
