import type { Contract } from '../../../lib/read-contract'
import type { Step } from '../step'
import { authenticationSteps, authorizationSteps, corsSteps } from './access-steps'
import { accountSteps, codeSteps, emailSteps, inviteWriteSteps } from './account-steps'
import { boundarySteps, invalidSteps } from './boundary-steps'
import { examReadSteps, examWriteSteps } from './exam-steps'
import { groupSteps, listSteps } from './group-steps'
import { labReadSteps, labWriteSteps } from './lab-steps'
import { adminSteps, lmsReadSteps } from './lms-steps'
import { sessionSteps } from './session-steps'
import { taskReadSteps, taskWriteSteps } from './task-steps'
import { feedbackSteps, sharingSteps, userReadSteps } from './user-steps'

/** All steps in order, in stages that end before the next one begins: reads, rejections, writes; the password last. */
export function allSteps(contract: Contract, seed: number): readonly (readonly Step[])[] {
  return [
    listSteps,
    groupSteps,
    [...taskReadSteps, ...examReadSteps, ...lmsReadSteps, ...userReadSteps, ...codeSteps],
    labReadSteps,
    corsSteps,
    sessionSteps,
    [
      ...authenticationSteps(contract),
      ...invalidSteps(contract),
      ...boundarySteps(contract, seed),
      ...authorizationSteps,
    ],
    examWriteSteps,
    labWriteSteps,
    taskWriteSteps,
    adminSteps,
    sharingSteps,
    inviteWriteSteps,
    feedbackSteps,
    emailSteps,
    accountSteps,
  ]
}
