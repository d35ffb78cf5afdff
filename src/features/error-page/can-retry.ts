import type { ApiError } from '../../api/errors'

/** Retry is offered where trying again can help: no answer, 429 and 5xx (specification §2, error page). */
export const canRetry = ({ kind, status = 500 }: ApiError): boolean =>
  kind !== 'http' || status === 429 || status >= 500
