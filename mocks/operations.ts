import { authOperations } from './handlers/auth'
import { examOperations } from './handlers/exams'
import { feedbackOperations } from './handlers/feedback'
import { groupOperations } from './handlers/groups'
import { labOperations } from './handlers/labs'
import { lmsOperations } from './handlers/lms'
import { taskOperations } from './handlers/tasks'
import { userOperations } from './handlers/user'
import type { MockOperations } from './handlers.gen'

/** Behaviour for every call of the contract: a missing one does not compile. */
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

/** Operations with behaviour of their own: those of the word 'generated' are asked for nothing more. */
export type HandledOperationId = {
  [Id in keyof typeof mockOperations]: (typeof mockOperations)[Id] extends 'generated' ? never : Id
}[keyof typeof mockOperations]
