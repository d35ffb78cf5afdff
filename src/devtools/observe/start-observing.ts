import { clock } from '../../lib/clock'
import { type OnRequest, observeFetch, observeUploads } from './observe-requests'
import { observedExchanges } from './observed-exchanges'
import { startValidator, whenIdle } from './start-validator'

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

type PolicyFactory = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown
}

/**
 * A default Trusted Types policy that allows only the worker scripts of the simulated platform and of this build. Call once,
 * before the first worker.
 */
export const allowWorkers = (): void => {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  const createScriptURL = (address: string) => {
    const { origin, pathname } = new URL(address, location.href)
    const isOwn = pathname === '/mockServiceWorker.js' || pathname.startsWith('/assets/')
    return origin === location.origin && isOwn ? address : null
  }
  try {
    factory?.createPolicy('default', { createScriptURL })
  } catch {
    // Production headers forbid the policy: starting a worker then fails, and is handled there.
  }
}
