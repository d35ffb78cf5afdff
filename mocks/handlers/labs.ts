import type { LabEndpoint, LabStatus } from '../../packages/contract/schema.gen'
import type { MockContext, MockOperations } from '../handlers.gen'
import { requireActiveTask, requireTask, type TaskNotFoundDetail } from '../platform/access'
import { ApiFault } from '../platform/api-fault'
import { isoTime } from '../platform/clock'
import type { LabEndpointSeed, TaskSeed } from '../platform/data/types'
import type { Db, UserRow } from '../platform/db'
import { withDbName } from '../platform/db-name'
import {
  getExtendTime,
  getLabError,
  getLabHost,
  getLabState,
  getRunningLab,
  startLab,
  stopLab,
} from '../platform/labs'
import { createTerminal, getTerminalUrl } from '../platform/terminals'

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

/** Endpoints are included once the lab is ready. */
function viewLab(db: Db, user: UserRow, task: TaskSeed): LabStatus {
  const row = getRunningLab(db, user.id, task.id)
  const expected = task.lab ? { expected_seconds: task.lab.expectedSeconds } : {}
  if (!row || !task.lab) {
    const error = getLabError(db, user.id, task.id)
    return { status: 'off', ...expected, endpoints: [], ...(error !== undefined && { error }) }
  }
  const status = getLabState(db, row)
  const started = { status, started_at: isoTime(row.started_at), ...expected }
  if (status !== 'ready') return { ...started, endpoints: [] }
  const host = getLabHost(db, row)
  return {
    ...started,
    expires_at: isoTime(row.expires_at),
    extend_from: isoTime(getExtendTime(row, task.lab)),
    endpoints: task.lab.endpoints.map(endpoint => viewEndpoint(host, endpoint)),
  }
}

function viewEndpoint(host: string, { label, protocol, port }: LabEndpointSeed): LabEndpoint {
  const isWeb = protocol === 'http' || protocol === 'https'
  return { label, protocol, host, port, ...(isWeb && { url: `${protocol}://${host}:${port}/` }) }
}
