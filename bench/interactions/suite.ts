import { startMockServer } from '../../mocks/server/start'
import { buildOnce, closers } from '../first-load/site'
import { makeCertificate, serveByNginx } from '../nginx'
import { builtAt } from '../release'
import type { Suite } from '../suite'
import { CPU_SLOWDOWN } from '../throttling'
import { interactionBudgets } from './budgets'
import { interactionTitles } from './kinds'
import { interactionTargets } from './targets'
import type { Site } from './visit'

/** Interactions in the largest lists, from input to next paint. */
export const interactionSuite: Suite<Site> = {
  name: 'interactions',
  note: `Milliseconds by the browser's own event timing, in steps of 8 and never below 16; processor ${CPU_SLOWDOWN} times slower, network as it is.`,
  targets: interactionTargets,
  titles: interactionTitles,
  comparisons: [],
  budgets: interactionBudgets,
  build: buildOnce,
  start: async () => {
    const { add, close } = closers()
    try {
      const certificate = await makeCertificate()
      add({ close: certificate.clear })
      const platform = add(await startMockServer({ scenario: 'huge' }))
      const { url } = add(await serveByNginx(builtAt('release'), platform.url, certificate))
      const browserArguments = [`--ignore-certificate-errors-spki-list=${certificate.fingerprint}`]
      return { site: { product: url }, browserArguments, close }
    } catch (error) {
      await close()
      throw error
    }
  },
}
