import { authOperations } from './handlers/auth'
import { examOperations } from './handlers/exams'
import { feedbackOperations } from './handlers/feedback'
import { groupOperations } from './handlers/groups'
import { labOperations } from './handlers/labs'
import { lmsOperations } from './handlers/lms'
import { taskOperations } from './handlers/tasks'
import { userOperations } from './handlers/user'
import type { MockOperations } from './handlers.gen'

const operations = {
  ...authOperations,
  ...groupOperations,
  ...taskOperations,
  ...labOperations,
  ...examOperations,
  ...lmsOperations,
  ...userOperations,
  ...feedbackOperations,
} satisfies MockOperations

/** Handlers of all operations of the contract. By way of `unknown`, so that a missing one is one compile error, above. */
export const mockOperations = operations as unknown as MockOperations

/** Operations with a handler, not marked 'generated'. */
export type HandledOperationId = {
  [Id in keyof typeof operations]: (typeof operations)[Id] extends 'generated' ? never : Id
}[keyof typeof operations]
