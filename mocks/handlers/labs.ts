import type { MockContext, MockOperations } from '../handlers.gen'
import { requireActiveTask, requireTask, type TaskNotFoundDetail } from '../platform/access'
import { ApiFault } from '../platform/api-fault'
import { withDbName } from '../platform/db-name'
import { getLabState, getRunningLab, startLab, stopLab } from '../platform/labs'
import { createTerminal } from '../platform/shell/create-terminal'
import { getTerminalUrl } from '../terminal/address'
import { viewLab } from '../views/lab-view'

type LabCall = MockContext<'startLab'> | MockContext<'stopLab'> | MockContext<'getLabStatus'>

function requireLabTask({ db, user, query }: LabCall, missing: TaskNotFoundDetail) {
  return requireTask(db, user, { groupId: query.group_id, taskId: query.task_id, missing })
}

export const labOperations = {
  startLab: call => {
    const access = requireLabTask(call, 'Task is not found in database')
    requireActiveTask(access)
    startLab(call.db, call.user, access)
    return { status: 200, body: viewLab(call.db, call.user, access.task) }
  },
  stopLab: call => {
    const access = requireLabTask(call, 'record to undeploy not found')
    stopLab(call.db, call.user, access)
    return { status: 200, body: viewLab(call.db, call.user, access.task) }
  },
  getLabStatus: call => {
    const access = requireLabTask(call, 'Task for status check not found')
    if (!access.task.lab) throw new ApiFault(404, 'Task for status check not found')
    return { status: 200, body: viewLab(call.db, call.user, access.task) }
  },
  openTerminal: ({ db, user, params, origin }) => {
    const access = requireTask(db, user, { groupId: params.group, taskId: params.task })
    requireActiveTask(access)
    if (!access.task.lab?.hasTerminal) throw new ApiFault(404, 'Task not found')
    const row = getRunningLab(db, user.id, access.task.id)
    const isReady = row && getLabState(db, row) === 'ready' && !db.settings.isTerminalHostBroken
    if (!isReady) throw new ApiFault(409, 'terminal host not ready')
    const address = getTerminalUrl(origin, createTerminal(db, user, access, row))
    return { status: 200, body: { url: withDbName(db, address) } }
  },
} satisfies Partial<MockOperations>
