import type { Contract } from '../../lib/read-contract'
import type { Share } from '../coverage'
import type { DetailOf, OperationId, StatusOf } from './facts'

type Unreachable = {
  [Id in OperationId]: {
    [Status in StatusOf<Id>]: readonly [operationId: Id, status: Status, detail: DetailOf<Id, Status>]
  }[StatusOf<Id>]
}[OperationId]

type Row = { readonly why: string; readonly details: readonly Unreachable[] }

/** Documented details that no request can trigger. A test fails if one of them is reached. */
export const unreachable: readonly Row[] = [
  {
    why: 'a framework that rejects a request sends its list, of which the detail is the short form',
    details: [
      ['login', 422, 'common'],
      ['checkInvite', 422, 'common'],
      ['completeLmsLogin', 422, 'common'],
      ['requestPasswordReset', 422, 'common'],
      ['getGroup', 422, 'common'],
      ['listTaskStatuses', 422, 'common'],
      ['setTaskVisibility', 422, 'common'],
      ['getLeaderboard', 422, 'common'],
      ['requestAttempt', 422, 'common'],
      ['startAttempt', 422, 'common'],
      ['checkPayment', 422, 'common'],
      ['downloadFromLms', 422, 'common'],
      ['uploadToLms', 422, 'common'],
      ['findLmsTask', 422, 'common'],
      ['getTask', 422, 'common'],
      ['takeHint', 422, 'common'],
      ['getWriteup', 422, 'common'],
      ['submitFlags', 422, 'common'],
      ['openTerminal', 422, 'common'],
      ['startLab', 422, 'common'],
      ['stopLab', 422, 'common'],
      ['getLabStatus', 422, 'common'],
      ['getSharedProfile', 422, 'common'],
      ['getCompetencies', 422, 'common'],
      ['sendFeedback', 422, 'common'],
    ],
  },
  {
    why: 'the server itself would have to fail',
    details: [
      ['checkPayment', 500, 'common'],
      ['startLab', 500, 'common'],
      ['stopLab', 500, 'common'],
      ['downloadFromLms', 500, 'common'],
      ['uploadToLms', 500, 'common'],
      ['submitFlags', 500, 'common'],
    ],
  },
  {
    why: 'the mail server would have to fail',
    details: [
      ['register', 503, 'failed to send email'],
      ['requestPasswordReset', 503, 'failed to send email'],
      ['requestEmailVerification', 503, 'failed to send email'],
    ],
  },
  {
    why: 'the LMS would have to be off or to lose the course',
    details: [
      ['downloadFromLms', 409, 'lms disabled'],
      ['downloadFromLms', 409, 'lms course not found'],
    ],
  },
  {
    why: 'the address of an account would have to stay unconfirmed for weeks',
    details: [['login', 403, 'email is not verified, we sent you a link to email for verification']],
  },
  {
    why: 'the call carries the password once, so only the form can find that two differ',
    details: [
      ['setNewPassword', 422, 'Passwords do not match'],
      ['updatePassword', 422, 'Passwords do not match'],
    ],
  },
  {
    why: 'a group would need a task that takes no flags, and no response shows which one does',
    details: [['submitFlags', 400, 'Task has not flag']],
  },
  {
    why: 'a task that is closed to work may still be read, so which ones are closed to reading too is not known',
    details: [
      ['getTask', 403, 'You dont have access to this task'],
      ['getWriteup', 403, 'You dont have access to this task'],
      ['getLabStatus', 403, 'You dont have access to this task'],
      ['stopLab', 403, 'You dont have access to this task'],
      ['findLmsTask', 403, 'You dont have access to this task'],
    ],
  },
  {
    why: 'it needs a task of the LMS in a group of that kind, and no group of the simulated platform is both',
    details: [
      ['findLmsTask', 403, 'Training in this group has already ended'],
      ['findLmsTask', 409, 'no started attempt exists'],
    ],
  },
  {
    why: 'an exam group takes one attempt at a time, so a second one cannot wait beside a running one',
    details: [['startAttempt', 409, 'you already have active attempt']],
  },
]

/** Separates the details that no request can trigger. */
export function withUnreachable(details: Share, { operations }: Contract): Share {
  const listed = new Set(unreachable.flatMap(row => row.details.map(detail => detail.join(' '))))
  const isReachable = (detail: string) =>
    operations.some(({ operationId, responses }) =>
      responses.some(
        ({ status, details = [] }) =>
          details.includes(detail) && !listed.has(`${operationId} ${status} ${detail}`),
      ),
    )
  const out = details.missed.filter(detail => !isReachable(detail))
  const beyond = unreachable.flatMap(({ why, details }) => {
    const names = out.filter(name => details.some(([, , detail]) => detail === name))
    return names.length === 0 ? [] : [{ why, names }]
  })
  return { ...details, beyond }
}
