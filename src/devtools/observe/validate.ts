import { document } from 'virtual:contract'
import { readContract } from '../../../packages/contract/read-contract'
import type { ContractViolation } from '../../../packages/contract/validator/drift-classes'
import type { Exchange } from '../../../packages/contract/validator/exchange'
import { findOperation } from '../../../packages/contract/validator/find-operation'
import { validateExchange } from '../../../packages/contract/validator/validate-exchange'

/** Large: only for the worker and dynamic imports. */
export const contract = readContract(document)

export type ValidationRequest = { readonly id: number; readonly exchange: Exchange }

export type ValidationResult = {
  readonly id: number
  /** Absent if the validator threw. */
  readonly judgements?: readonly ContractViolation[]
  /** Absent for a call that is not in the contract. */
  readonly operationId?: string
}

/** Contract violations of one exchange. */
export const validate = ({ id, exchange }: ValidationRequest): ValidationResult => {
  const { method, url } = exchange.request
  const found = findOperation(contract, method, url)
  return {
    id,
    judgements: validateExchange(contract, exchange),
    ...(found.kind === 'found' && { operationId: found.operation.operationId }),
  }
}
