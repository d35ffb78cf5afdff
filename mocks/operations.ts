import { authOperations } from './handlers/auth'
import { examOperations } from './handlers/exams'
import { feedbackOperations } from './handlers/feedback'
import { groupOperations } from './handlers/groups'
import { labOperations } from './handlers/labs'
import { lmsOperations } from './handlers/lms'
import { taskOperations } from './handlers/tasks'
import { userOperations } from './handlers/user'
import type { MockOperations } from './handlers.gen'

/** Handlers of all operations of the contract: a missing one is a compile error. */
export const mockOperations = {
  ...authOperations,
  ...groupOperations,
  ...taskOperations,
  ...labOperations,
  ...examOperations,
  ...lmsOperations,
  ...userOperations,
  ...feedbackOperations,
} satisfies MockOperations

/** Operations with a handler, not marked 'generated'. */
export type HandledOperationId = {
  [Id in keyof typeof mockOperations]: (typeof mockOperations)[Id] extends 'generated' ? never : Id
}[keyof typeof mockOperations]
