import type { OperationResponse } from '../operation'
import type { ContractViolation } from './contract-violation'
import { mismatchesOf } from './mismatches'
import { makeBodyViolation, type ResponseContext } from './response-context'

export function validateJson(
  context: ResponseContext,
  documented: OperationResponse,
  value: unknown,
): ContractViolation[] {
  return mismatchesOf(documented.schema ?? {}, value, context.contract.schemas).map(
    ({ driftId, ...mismatch }) => {
      // A null body is a class of its own; it breaks a screen.
      const isNull = driftId === 'DR26' && mismatch.pointer === ''
      return makeBodyViolation(context, isNull ? 'DR39' : driftId, documented, {
        ...mismatch,
        severity: isNull ? 'breaking' : mismatch.severity,
      })
    },
  )
}
