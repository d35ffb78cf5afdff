import type { OperationResponse } from '../operation'
import { type Case, judgedBody } from './case'
import type { Judgement } from './judgement'
import { mismatchesOf } from './mismatches'

/** Every mismatch of a JSON body as a judgement. */
export function judgeJson(of: Case, documented: OperationResponse, value: unknown): Judgement[] {
  return mismatchesOf(documented.schema ?? {}, value, of.contract.schemas).map(({ driftId, ...mismatch }) => {
    // A whole body of null is a class of its own; it breaks a screen where something was to be shown.
    const isNull = driftId === 'DR26' && mismatch.pointer === ''
    return judgedBody(of, isNull ? 'DR39' : driftId, documented, {
      ...mismatch,
      severity: isNull ? 'breaking' : mismatch.severity,
    })
  })
}
