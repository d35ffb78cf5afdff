import type { Operation } from '../../../contract/operation'
import type { Reader } from '../../../contract/schema-node'
import type { Facts, OperationId } from '../facts'
import type { BareRequest } from '../probe-request'
import { restoreAccount } from '../restore-account'
import type { Plan } from '../step'
import { authenticationSteps, authorizationSteps, corsSteps, otherReads } from './access-steps'
import { accountSteps, codeSteps, emailSteps, inviteWriteSteps } from './account-steps'
import { boundarySteps, invalidSteps } from './boundary-steps'
import { examReadSteps, examWriteSteps } from './exam-steps'
import { groupSteps, listSteps } from './group-steps'
import { labReadSteps, labWriteSteps } from './lab-steps'
import { adminSteps, lmsReadSteps } from './lms-steps'
import { sessionSteps, signIn, signOut } from './session-steps'
import { taskReadSteps, taskWriteSteps } from './task-steps'
import { feedbackSteps, sharingSteps, userReadSteps } from './user-steps'

const reads = [
  listSteps,
  groupSteps,
  [...taskReadSteps, ...examReadSteps, ...lmsReadSteps, ...userReadSteps, ...codeSteps],
  labReadSteps,
  corsSteps,
  sessionSteps,
]

const writes = [
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

/** The plan of the built-in contract: reads, rejections, writes; the password last. */
export const flagshipPlan: Plan = {
  stages: (contract, seed) => [
    ...reads,
    [
      ...authenticationSteps(contract),
      ...invalidSteps(contract),
      ...boundarySteps(contract, seed),
      ...authorizationSteps(contract),
      ...otherReads(contract, [...reads, ...writes].flat()),
    ],
    ...writes,
  ],
  signIn,
  restore: restoreAccount,
  signOut,
  readersOf,
  leftBehind: {
    register: 'an account',
    takeHint: 'a hint that was taken',
    requestAttempt: 'an attempt at an exam',
    startAttempt: 'an attempt that was started',
    submitFlags: 'flags that were submitted',
    sendFeedback: 'a message to the team',
    requestPasswordReset: 'an email for a new password',
    requestEmailVerification: 'an email that confirms an address',
    setNewPassword: 'a new password',
    downloadFromLms: 'an update from the LMS',
    uploadToLms: 'an upload to the LMS',
  } satisfies { readonly [Id in OperationId]?: string },
  prerequisites: {
    getCompetencies: ['shareProfile'],
    getSharedProfile: ['shareProfile'],
    getTask: ['takeHint', 'getGroup'],
    getGroup: ['requestAttempt', 'startAttempt', 'listGroups'],
    getLabStatus: ['startLab'],
    listTaskStatuses: ['startLab', 'getLabStatus'],
  } satisfies { readonly [Id in OperationId]?: readonly OperationId[] },
}

function readersOf(
  facts: Facts,
  { security }: Operation,
  { operationId, call = {}, auth: { user } = {} }: BareRequest,
): readonly Reader[] | undefined {
  const isOpen = security === 'none'
  if (isOpen) return operationId === 'getSharedProfile' ? (['visitor'] as const) : undefined
  if (!user) return undefined
  const group = call.path?.group ?? call.path?.id ?? call.query?.group_id
  if (group !== undefined) {
    const listed = facts.groups.get(user.role)?.find(({ id }) => id === Number(group))
    if (!listed || typeof listed.is_admin !== 'boolean') return undefined
    return listed.is_admin ? (['admin', 'member'] as const) : (['member'] as const)
  }
  const id = call.query?.user_id
  if (id === undefined) return ['owner', 'member'] as const
  // An administrator may be one of the other user's group.
  const isAdmin = facts.groups.get(user.role)?.some(({ is_admin }) => is_admin) !== false
  if (user.profile.id === undefined || isAdmin) return undefined
  return Number(id) === user.profile.id ? (['owner', 'member'] as const) : (['member'] as const)
}
