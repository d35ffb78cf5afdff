import type { HandledOperationId } from '../../../mocks/operations'
import { accountCases } from './account-cases'
import { groupCases } from './group-cases'
import type { OperationCase } from './page'
import { pageCases } from './page-cases'
import { taskCases } from './task-cases'

/** Does not compile if an operation has no case. */
export const cases: Readonly<Record<HandledOperationId, OperationCase>> = {
  ...pageCases,
  ...taskCases,
  ...groupCases,
  ...accountCases,
}
