import type { MockOperations } from '../handlers.gen'
import { requireRunningGroup } from '../platform/access'
import { checkPayment, requestAttempt, startAttempt } from '../platform/attempts'
import { viewAttempts, viewGroup } from './views'

export const examOperations = {
  requestAttempt: ({ db, user, params, origin }) => {
    const { group } = requireRunningGroup(db, user, params.id)
    requestAttempt(db, user, group)
    return { status: 200, body: { attempts: viewAttempts(db, { userId: user.id, group, origin }) } }
  },
  startAttempt: ({ db, user, params, origin }) => {
    const access = requireRunningGroup(db, user, params.id)
    startAttempt(db, user, access.group)
    return { status: 200, body: viewGroup(db, user, access, origin) }
  },
  checkPayment: ({ db, user, query }) => ({
    status: 200,
    body: checkPayment(db, user, query.attempt_id),
  }),
} satisfies Partial<MockOperations>
