import { clock } from '../../lib/clock'
import { type OnRequest, observeFetch } from './observe-fetch'
import { observeUploads } from './observe-uploads'
import { observedExchanges } from './observed-exchanges'
import { startValidator } from './start-validator'
import { whenIdle } from './when-idle'

/** Records every API call of the page in `observedExchanges`. Call once before the first request; not in production builds. */
export const startObserving = (): void => {
  const requestValidation = startValidator(
    {
      makeWorker: () => new Worker(new URL('./validate-worker.ts', import.meta.url), { type: 'module' }),
      whenIdle,
      loadValidate: () => import('./validate'),
    },
    ({ id, judgements, operationId }) =>
      observedExchanges.setVerdict(id, judgements ?? 'failed', operationId),
    observedExchanges.markWorkerUnavailable,
  )
  const onRequest: OnRequest = sent => {
    const id = observedExchanges.add(sent, clock.now(), 'pending')
    return (ended, outcome) => {
      observedExchanges.end(id, ended, clock.now(), outcome)
      requestValidation(id, ended)
    }
  }
  observeFetch(window, onRequest)
  observeUploads(window, onRequest)
}
