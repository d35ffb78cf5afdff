import { readBody } from '../../lib/judge/case'
import type { Exchange } from '../../lib/judge/exchange'
import type { Expectation } from '../../lib/judge/expectation'
import type { AskedFor } from '../finding'
import type { OperationId } from './contract-types'
import type { Question } from './scene'

/** What a question deserves, in the words of the judge. */
export function expectationOf<Id extends OperationId>({
  operationId,
  answers,
  driftId,
  because,
  place,
}: Question<Id>): Expectation {
  const outcomes = (answers as readonly (readonly [number, string?])[]).map(([status, detail]) => ({
    status,
    ...(detail !== undefined && { detail }),
  }))
  return {
    operationId,
    outcomes,
    ...(driftId && { driftId }),
    ...(because && { because }),
    ...(place && { place }),
  }
}

/** What the question deserved and got, for those who fold the findings. */
export function askedFor({ outcomes, driftId, place }: Expectation, { response }: Exchange): AskedFor {
  const body = response && readBody(response)
  return {
    due: outcomes.map(({ status }) => status),
    came: response?.status ?? 0,
    isPage: body?.kind === 'text' && body.isHtml,
    isEdge: driftId !== undefined && place !== undefined,
  }
}
