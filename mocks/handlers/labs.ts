import type { MockContext, MockOperations } from '../handlers.gen'
import { terminalAddress } from '../terminal/address'
import { viewLab } from '../views/lab-view'
import { type MissingTask, requireActiveTask, visitTask } from '../world/access'
import { labStateOf, runningLab, startLab, stopLab } from '../world/labs'
import { Refusal } from '../world/refusal'
import { createTerminal } from '../world/shell/create-terminal'
import { addressIn } from '../world/world-name'

type LabCall = MockContext<'startLab'> | MockContext<'stopLab'> | MockContext<'getLabStatus'>

function visitLab({ world, user, query }: LabCall, missing: MissingTask) {
  return visitTask(world, user, { groupId: query.group_id, taskId: query.task_id, missing })
}

/** Specification, section 7, Tasks, and section 4, Lab. */
export const labOperations = {
  startLab: call => {
    const visit = visitLab(call, 'Task is not found in database')
    requireActiveTask(visit)
    startLab(call.world, call.user, visit)
    return { status: 200, body: viewLab(call.world, call.user, visit.task) }
  },
  stopLab: call => {
    const visit = visitLab(call, 'record to undeploy not found')
    stopLab(call.world, call.user, visit)
    return { status: 200, body: viewLab(call.world, call.user, visit.task) }
  },
  getLabStatus: call => {
    const visit = visitLab(call, 'Task for status check not found')
    if (!visit.task.lab) throw new Refusal(404, 'Task for status check not found')
    return { status: 200, body: viewLab(call.world, call.user, visit.task) }
  },
  openTerminal: ({ world, user, params, origin }) => {
    const visit = visitTask(world, user, { groupId: params.group, taskId: params.task })
    requireActiveTask(visit)
    if (!visit.task.lab?.hasTerminal) throw new Refusal(404, 'Task not found')
    const row = runningLab(world, user.id, visit.task.id)
    const isReady = row && labStateOf(world, row) === 'ready' && !world.settings.isTerminalHostBroken
    if (!isReady) throw new Refusal(409, 'terminal host not ready')
    const address = terminalAddress(origin, createTerminal(world, user, visit, row))
    return { status: 200, body: { url: addressIn(world, address) } }
  },
} satisfies Partial<MockOperations>
