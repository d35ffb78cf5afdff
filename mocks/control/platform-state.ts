import { operationTable } from '../operations.gen'
import { isoTime } from '../platform/clock'
import type { Db } from '../platform/db'
import type { OperationFacts, PlatformState } from './mock-controls'

/** The platform as its panel and its control calls show it. */
export function stateOf(db: Db): PlatformState {
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

/** Every operation with every refusal that the contract documents, in the order of the contract's paths. */
export function operationFacts(): OperationFacts[] {
  return operationTable.map(({ operationId, method, path, responses }) => ({
    operationId,
    method: method.toUpperCase(),
    path,
    refusals: responses
      .filter(({ status }) => status >= 400)
      .flatMap(({ status, details }) => details?.map(detail => ({ status, detail })) ?? [{ status }]),
  }))
}
