import type { HandledOperationId } from '../../../mocks/operations'
import { accountCases } from './account-cases'
import { groupCases } from './group-cases'
import type { OperationCase } from './operation-case'
import { pageCases } from './page-cases'
import { taskCases } from './task-cases'

/** One test file each, to run in parallel. */
const parts = { pages: pageCases, tasks: taskCases, groups: groupCases, account: accountCases }

/** Does not compile if an operation has no case. */
const cases: Record<HandledOperationId, OperationCase> = {
  ...parts.pages,
  ...parts.tasks,
  ...parts.groups,
  ...parts.account,
}

export const getCases = (part: keyof typeof parts): [HandledOperationId, OperationCase][] =>
  (Object.keys(parts[part]) as HandledOperationId[]).map(id => [id, cases[id]])
