import type { Contract } from '../lib/load-contract'
import type { UsedBy } from './finding'

/** What the check knows before it looks at a server: from the checkout, or carried inside of the single file. */
export type Knowledge = {
  readonly contract: Contract
  /** Version of the product and of the contract, for the reports. */
  readonly version: string
  /** The contract's files stand in the checkout that is at work; absent in the single file, which others carry into theirs. */
  readonly isOwnCheckout?: true
  /** `openapi/paths/groups.yaml:37` of an operation, or of the property behind a pointer of its answer (or, without a status, of its request). */
  contractAt(operationId: string, status?: number, pointer?: string): string | undefined
  /** Who in the client uses the operation, or the property behind a pointer of its answer. */
  usedBy(operationId: string, status?: number, pointer?: string): UsedBy
}
