import type { MockOperations } from '../handlers.gen'
import { viewAttempts } from '../views/attempt-view'
import { viewGroup } from '../views/group-view'
import { visitRunningGroup } from '../world/access'
import { checkPayment, requestAttempt, startAttempt } from '../world/attempts'

/** Specification, section 4, Exam flow. */
export const examOperations = {
  requestAttempt: ({ world, user, params, origin }) => {
    const { group } = visitRunningGroup(world, user, params.id)
    requestAttempt(world, user, group)
    return { status: 200, body: { attempts: viewAttempts(world, { userId: user.id, group, origin }) } }
  },
  startAttempt: ({ world, user, params, origin }) => {
    const visit = visitRunningGroup(world, user, params.id)
    startAttempt(world, user, visit.group)
    return { status: 200, body: viewGroup(world, user, visit, origin) }
  },
  checkPayment: ({ world, user, query }) => ({
    status: 200,
    body: checkPayment(world, user, query.attempt_id),
  }),
} satisfies Partial<MockOperations>
