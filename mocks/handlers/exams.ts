import type { MockOperations } from '../handlers.gen'
import { visitRunningGroup } from '../platform/access'
import { checkPayment, requestAttempt, startAttempt } from '../platform/attempts'
import { viewAttempts } from '../views/attempt-view'
import { viewGroup } from '../views/group-view'

/** Specification, section 4, Exam flow. */
export const examOperations = {
  requestAttempt: ({ db, user, params, origin }) => {
    const { group } = visitRunningGroup(db, user, params.id)
    requestAttempt(db, user, group)
    return { status: 200, body: { attempts: viewAttempts(db, { userId: user.id, group, origin }) } }
  },
  startAttempt: ({ db, user, params, origin }) => {
    const visit = visitRunningGroup(db, user, params.id)
    startAttempt(db, user, visit.group)
    return { status: 200, body: viewGroup(db, user, visit, origin) }
  },
  checkPayment: ({ db, user, query }) => ({
    status: 200,
    body: checkPayment(db, user, query.attempt_id),
  }),
} satisfies Partial<MockOperations>
