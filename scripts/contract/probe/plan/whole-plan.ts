import type { Contract } from '../../../lib/load-contract'
import type { Step } from '../step'
import { accountSteps, codeSteps, inviteWriteSteps, letterSteps } from './account-steps'
import { boardSteps } from './board-steps'
import { corsSteps } from './cors-steps'
import { doorSteps } from './doors'
import { edgeSteps } from './edges'
import { examReadSteps, examWriteSteps } from './exam-steps'
import { feedbackSteps } from './feedback-steps'
import { groupSteps } from './group-steps'
import { invalidSteps } from './invalid'
import { labReadSteps, labWriteSteps } from './lab-steps'
import { adminSteps, lmsReadSteps } from './lms-steps'
import { refusalSteps } from './refusals'
import { sessionSteps } from './session-steps'
import { taskReadSteps, taskWriteSteps } from './task-steps'
import { sharingSteps, userReadSteps } from './user-steps'

/** All questions in their order: first what reads, then what is refused, then what writes; the password last. */
export function wholePlan(contract: Contract, seed: number): readonly Step[] {
  return [
    ...groupSteps,
    ...boardSteps,
    ...taskReadSteps,
    ...labReadSteps,
    ...examReadSteps,
    ...lmsReadSteps,
    ...userReadSteps,
    ...codeSteps,
    ...sessionSteps,
    ...corsSteps,
    ...refusalSteps(contract),
    ...invalidSteps(contract),
    ...edgeSteps(contract, seed),
    ...doorSteps,
    ...examWriteSteps,
    ...labWriteSteps,
    ...taskWriteSteps,
    ...adminSteps,
    ...sharingSteps,
    ...inviteWriteSteps,
    ...feedbackSteps,
    ...letterSteps,
    ...accountSteps,
  ]
}
