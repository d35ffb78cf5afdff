import type { Exchange } from '../../../packages/contract/validator/exchange'
import { clock } from '../../lib/clock'
import type { ValidationRequest, ValidationResult } from './validate'

/** Requests a validation; the result is delivered later. */
export type RequestValidation = (id: number, exchange: Exchange) => void

type Validate = (request: ValidationRequest) => ValidationResult

/** An exchange that the validator throws for must not stop the validation of later ones. */
export const validateSafely = (validate: Validate, request: ValidationRequest): ValidationResult => {
  try {
    return validate(request)
  } catch (error) {
    console.error('An exchange could not be validated.', error)
    return { id: request.id }
  }
}

type Deps = {
  makeWorker: () => Worker
  /** See `requestIdleCallback`. */
  whenIdle: (work: () => void) => void
  loadValidate: () => Promise<{ validate: Validate }>
}

/**
 * Validates in a worker. Where the browser or the CSP blocks workers, calls `onNoWorker` and validates on the main thread, one
 * exchange per idle callback, including those that the worker has not answered.
 */
export const startValidator = (
  { makeWorker, whenIdle, loadValidate: loadJudge }: Deps,
  onResult: (result: ValidationResult) => void,
  onNoWorker: () => void,
): RequestValidation => {
  const pending = new Map<number, ValidationRequest>()
  const deliver = (result: ValidationResult) => {
    pending.delete(result.id)
    onResult(result)
  }
  let worker: Worker | null = null
  let isBusy = false
  const validateOnMainThread = async () => {
    if (isBusy) return
    isBusy = true
    // A contract that is being edited may be invalid: validation then waits for a reload.
    const validate = await loadJudge().then(
      loaded => loaded.validate,
      (error: unknown) => console.error(error),
    )
    if (!validate) return
    const next = () => {
      const [request] = pending.values()
      if (request) deliver(validateSafely(validate, request))
      isBusy = pending.size > 0
      if (isBusy) whenIdle(next)
    }
    whenIdle(next)
  }
  const fallBack = () => {
    worker?.terminate()
    worker = null
    onNoWorker()
    if (pending.size > 0) void validateOnMainThread()
  }
  try {
    worker = makeWorker()
    worker.addEventListener('message', ({ data }: MessageEvent<ValidationResult>) => deliver(data))
    worker.addEventListener('error', fallBack)
  } catch {
    fallBack()
  }
  return (id, exchange) => {
    const request = { id, exchange }
    pending.set(id, request)
    if (worker) worker.postMessage(request)
    else void validateOnMainThread()
  }
}

/** `requestIdleCallback`, or a timer in Safari. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else clock.after(50, work)
}
