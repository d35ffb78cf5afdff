import type { MockOperations } from '../handlers.gen'
import { viewAttempts, viewGroup } from '../views/group-view'
import { visitRunningGroup } from '../world/access'
import { checkPayment, examOf, requestAttempt, startAttempt } from '../world/attempts'

/** Specification, section 4, Exam flow. */
export const examOperations = {
  requestAttempt: ({ world, user, params }) => {
    const { group } = visitRunningGroup(world, user, params.id)
    requestAttempt(world, user, group)
    return { status: 200, body: { attempts: viewAttempts(world, user, group, examOf(group)) } }
  },
  startAttempt: ({ world, user, params }) => {
    const visit = visitRunningGroup(world, user, params.id)
    startAttempt(world, user, visit.group)
    return { status: 200, body: viewGroup(world, user, visit) }
  },
  checkPayment: ({ world, user, query }) => ({
    status: 200,
    body: checkPayment(world, user, query.attempt_id),
  }),
} satisfies Partial<MockOperations>
