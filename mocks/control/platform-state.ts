import { operationTable } from '../operations.gen'
import { isoTime } from '../platform/clock'
import type { Db } from '../platform/db'
import type { OperationInfo, PlatformState } from './mock-controls'

export function getPlatformState(db: Db): PlatformState {
  const { seed, scenario, startedAt, settings } = db
  const { start, latency, network, chaos } = settings
  return {
    seed,
    scenario,
    start,
    startedAt: isoTime(startedAt),
    now: isoTime(db.now()),
    speed: db.tables.clock.get('clock')?.speed ?? 1,
    latency,
    network,
    chaos,
    faults: db.faults.list(),
  }
}

/** Every operation with its documented error responses, in the order of the contract. */
export function listOperations(): OperationInfo[] {
  return operationTable.map(({ operationId, method, path, responses }) => ({
    operationId,
    method: method.toUpperCase(),
    path,
    errors: responses
      .filter(({ status }) => status >= 400)
      .flatMap(({ status, details }) => details?.map(detail => ({ status, detail })) ?? [{ status }]),
  }))
}
