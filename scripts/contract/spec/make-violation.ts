import type { Operation } from '../../lib/operation'
import type { ContractViolation, Severity } from '../../lib/validator/contract-violation'
import { type DriftId, driftClasses } from '../../lib/validator/drift-classes'

type Draft = {
  readonly driftId: DriftId
  readonly place: string
  readonly what: string
  readonly severity?: Severity
  readonly operation?: Operation
  readonly status?: number
  readonly pointer?: string
  readonly witness?: unknown
  readonly isAssumed?: boolean
}

export function makeViolation({ operation, what, witness, isAssumed, ...draft }: Draft): ContractViolation {
  return {
    ...draft,
    severity: draft.severity ?? driftClasses[draft.driftId].severity,
    what: `${what.charAt(0).toUpperCase()}${what.slice(1)}.`,
    ...(operation && { operationId: operation.operationId }),
    ...(witness !== undefined && { witness }),
    ...((isAssumed || operation?.assumed) && { isAssumed: true }),
  }
}

/** `GET /groups/{id}`. */
export function callOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method.toUpperCase()} ${path}`
}
