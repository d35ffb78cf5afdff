import { clock } from '../../lib/clock'
import { startJudging } from './judging'
import { observeFetch } from './observe-fetch'
import { observeUploads } from './observe-uploads'
import { observedExchanges } from './observed-exchanges'
import { whenIdle } from './when-idle'

/**
 * Looks at every call of the page below /api from now on (`observedExchanges`). To be called once, before the first
 * call, by mock, development and staging builds alone; the page is not made to wait.
 */
export const startObserving = (): void => {
  const ask = startJudging(
    {
      makeWorker: () => new Worker(new URL('./judge-worker.ts', import.meta.url), { type: 'module' }),
      whenIdle,
      loadJudge: () => import('./judge'),
    },
    ({ id, judgements, operationId }) => observedExchanges.judge(id, judgements, operationId),
    observedExchanges.tellNoWorker,
  )
  const tell: Parameters<typeof observeFetch>[1] = exchange =>
    ask(observedExchanges.add(exchange, clock.now()), exchange)
  observeFetch(window, tell)
  observeUploads(window, tell)
}
