import type { Suite } from '../suite'
import { CPU_SLOWDOWN } from '../throttling'
import { boardBudgets } from './budgets'
import { boardComparisons } from './comparisons'
import { buildSites, startSite } from './sites'
import { boardTargets, type Sites } from './targets'
import { boardTitles } from './titles'

/** The leaderboard of 10,000 and 100,000 rows compared with a bare virtual table. */
export const boardSuite: Suite<Sites> = {
  name: 'board',
  note: `Milliseconds, processor ${CPU_SLOWDOWN} times slower, network as it is.`,
  targets: boardTargets,
  titles: boardTitles,
  comparisons: boardComparisons,
  budgets: boardBudgets,
  build: buildSites,
  start: async () => {
    const usual = await startSite('default')
    try {
      const huge = await startSite('hugeBoard')
      const close = async () => {
        await huge.close()
        await usual.close()
      }
      return { site: { usual, huge }, browserArguments: [], close }
    } catch (error) {
      await usual.close()
      throw error
    }
  },
}
