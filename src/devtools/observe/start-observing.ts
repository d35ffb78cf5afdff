import { clock } from '../../lib/clock'
import { startJudging } from './judging'
import { observeFetch, type Tell } from './observe-fetch'
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
    ({ id, judgements, operationId }) => observedExchanges.judge(id, judgements ?? 'failed', operationId),
    observedExchanges.tellNoWorker,
  )
  const tell: Tell = sent => {
    const id = observedExchanges.add(sent, clock.now(), 'pending')
    return (ended, outcome) => {
      observedExchanges.end(id, ended, clock.now(), outcome)
      ask(id, ended)
    }
  }
  observeFetch(window, tell)
  observeUploads(window, tell)
}
