import type { MockContext, MockOperations } from '../handlers.gen'
import { type MissingTask, requireActiveTask, visitTask } from '../platform/access'
import { ApiFault } from '../platform/api-fault'
import { addressIn } from '../platform/db-name'
import { labStateOf, runningLab, startLab, stopLab } from '../platform/labs'
import { createTerminal } from '../platform/shell/create-terminal'
import { terminalAddress } from '../terminal/address'
import { viewLab } from '../views/lab-view'

type LabCall = MockContext<'startLab'> | MockContext<'stopLab'> | MockContext<'getLabStatus'>

function visitLab({ db, user, query }: LabCall, missing: MissingTask) {
  return visitTask(db, user, { groupId: query.group_id, taskId: query.task_id, missing })
}

/** Specification, section 7, Tasks, and section 4, Lab. */
export const labOperations = {
  startLab: call => {
    const visit = visitLab(call, 'Task is not found in database')
    requireActiveTask(visit)
    startLab(call.db, call.user, visit)
    return { status: 200, body: viewLab(call.db, call.user, visit.task) }
  },
  stopLab: call => {
    const visit = visitLab(call, 'record to undeploy not found')
    stopLab(call.db, call.user, visit)
    return { status: 200, body: viewLab(call.db, call.user, visit.task) }
  },
  getLabStatus: call => {
    const visit = visitLab(call, 'Task for status check not found')
    if (!visit.task.lab) throw new ApiFault(404, 'Task for status check not found')
    return { status: 200, body: viewLab(call.db, call.user, visit.task) }
  },
  openTerminal: ({ db, user, params, origin }) => {
    const visit = visitTask(db, user, { groupId: params.group, taskId: params.task })
    requireActiveTask(visit)
    if (!visit.task.lab?.hasTerminal) throw new ApiFault(404, 'Task not found')
    const row = runningLab(db, user.id, visit.task.id)
    const isReady = row && labStateOf(db, row) === 'ready' && !db.settings.isTerminalHostBroken
    if (!isReady) throw new ApiFault(409, 'terminal host not ready')
    const address = terminalAddress(origin, createTerminal(db, user, visit, row))
    return { status: 200, body: { url: addressIn(db, address) } }
  },
} satisfies Partial<MockOperations>
