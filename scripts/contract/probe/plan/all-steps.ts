import type { Contract } from '../../../lib/load-contract'
import type { Step } from '../step'
import { accountSteps, codeSteps, emailSteps, inviteWriteSteps } from './account-steps'
import { authenticationSteps } from './authentication-steps'
import { authorizationSteps } from './authorization-steps'
import { boundarySteps } from './boundary-steps'
import { corsSteps } from './cors-steps'
import { examReadSteps, examWriteSteps } from './exam-steps'
import { feedbackSteps } from './feedback-steps'
import { groupSteps } from './group-steps'
import { invalidSteps } from './invalid-steps'
import { labReadSteps, labWriteSteps } from './lab-steps'
import { leaderboardSteps } from './leaderboard-steps'
import { adminSteps, lmsReadSteps } from './lms-steps'
import { sessionSteps } from './session-steps'
import { taskReadSteps, taskWriteSteps } from './task-steps'
import { sharingSteps, userReadSteps } from './user-steps'

/** All steps in order: reads, rejections, writes; the password last. */
export function allSteps(contract: Contract, seed: number): readonly Step[] {
  return [
    ...groupSteps,
    ...leaderboardSteps,
    ...taskReadSteps,
    ...labReadSteps,
    ...examReadSteps,
    ...lmsReadSteps,
    ...userReadSteps,
    ...codeSteps,
    ...sessionSteps,
    ...corsSteps,
    ...authenticationSteps(contract),
    ...invalidSteps(contract),
    ...boundarySteps(contract, seed),
    ...authorizationSteps,
    ...examWriteSteps,
    ...labWriteSteps,
    ...taskWriteSteps,
    ...adminSteps,
    ...sharingSteps,
    ...inviteWriteSteps,
    ...feedbackSteps,
    ...emailSteps,
    ...accountSteps,
  ]
}
