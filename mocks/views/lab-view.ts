import type { LabEndpoint, LabStatus } from '../../src/api/schema.gen'
import { isoTime } from '../platform/clock'
import type { LabEndpointSeed, TaskSeed } from '../platform/data/types'
import type { Db, UserRow } from '../platform/db'
import { getExtendTime, getLabError, getLabHost, getLabState, getRunningLab } from '../platform/labs'

/** Endpoints are included once the lab is ready. */
export function viewLab(db: Db, user: UserRow, task: TaskSeed): LabStatus {
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
