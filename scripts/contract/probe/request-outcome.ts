import type { Exchange } from '../../lib/validator/exchange'
import type { Expectation } from '../../lib/validator/expectation'
import { readBody } from '../../lib/validator/response-context'
import type { RequestOutcome } from '../finding'
import type { OperationId } from './contract-types'
import type { ProbeRequest } from './probe-context'

export function toExpectation<Id extends OperationId>({
  operationId,
  expected,
  driftId,
  reason,
  place,
}: ProbeRequest<Id>): Expectation {
  const outcomes = (expected as readonly (readonly [number, string?])[]).map(([status, detail]) => ({
    status,
    ...(detail !== undefined && { detail }),
  }))
  return {
    operationId,
    outcomes,
    ...(driftId && { driftId }),
    ...(reason && { reason }),
    ...(place && { place }),
  }
}

export function toRequestOutcome(
  { outcomes, driftId, place }: Expectation,
  { response }: Exchange,
): RequestOutcome {
  const body = response && readBody(response)
  return {
    expected: outcomes.map(({ status }) => status),
    actual: response?.status ?? 0,
    isPage: body?.kind === 'text' && body.isHtml,
    isBoundary: driftId !== undefined && place !== undefined,
  }
}
