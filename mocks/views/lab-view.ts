import type { LabEndpoint, LabStatus } from '../../src/api/schema.gen'
import { isoTime } from '../platform/clock'
import type { LabEndpointSeed, TaskSeed } from '../platform/data/types'
import type { Db, UserRow } from '../platform/db'
import { extendFrom, labErrorOf, labHost, labStateOf, runningLab } from '../platform/labs'

/** A person's lab as it is at this moment; addresses are shown once it is ready. */
export function viewLab(db: Db, user: UserRow, task: TaskSeed): LabStatus {
  const row = runningLab(db, user.id, task.id)
  const expected = task.lab ? { expected_seconds: task.lab.expectedSeconds } : {}
  if (!row || !task.lab) {
    const error = labErrorOf(db, user.id, task.id)
    return { status: 'off', ...expected, endpoints: [], ...(error !== undefined && { error }) }
  }
  const status = labStateOf(db, row)
  const started = { status, started_at: isoTime(row.started_at), ...expected }
  if (status !== 'ready') return { ...started, endpoints: [] }
  const host = labHost(db, row)
  return {
    ...started,
    expires_at: isoTime(row.expires_at),
    extend_from: isoTime(extendFrom(row, task.lab)),
    endpoints: task.lab.endpoints.map(endpoint => viewEndpoint(host, endpoint)),
  }
}

function viewEndpoint(host: string, { label, protocol, port }: LabEndpointSeed): LabEndpoint {
  const isWeb = protocol === 'http' || protocol === 'https'
  return { label, protocol, host, port, ...(isWeb && { url: `${protocol}://${host}:${port}/` }) }
}
