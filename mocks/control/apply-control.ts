import { operationTable } from '../operations.gen'
import { chaosKey } from '../platform/chaos'
import type { Db } from '../platform/db'
import { latencyProfiles } from '../platform/latency'
import { findFaultProblem } from './fault-problem'
import type { Chaos, ClockChange, ControlChange, NetworkState } from './mock-controls'
import { findSettingsProblem } from './settings-problem'

const networkStates: readonly NetworkState[] = ['online', 'offline', 'flapping']

/** The end of the last year that every reader of RFC 3339 understands. */
const lastTime = Date.UTC(9999, 0)

/**
 * Changes a database as its panel or a control call wants. Everything may come from a person's hand: throws an Error
 * with one sentence for what cannot be, and has then changed nothing.
 */
export function applyControl(db: Db, change: ControlChange): void {
  const { clock, fault, removeFault, clearFaults, chaos, latency, network, settings } = change
  const problem = findControlProblem(change, db.now())
  if (problem !== undefined) throw new Error(problem)
  if (clock) applyClock(db, clock)
  if (clearFaults !== undefined) db.faults.clear(clearFaults === true ? undefined : clearFaults)
  if (removeFault !== undefined) db.faults.remove(removeFault)
  if (fault) db.faults.add(fault.operationId, fault.fault, fault.times ?? Number.POSITIVE_INFINITY)
  if (chaos !== undefined) forgetChaosCounts(db)
  const turned = {
    ...(chaos !== undefined && { chaos }),
    ...(latency !== undefined && { latency }),
    ...(network !== undefined && { network }),
    ...settings,
  }
  if (Object.keys(turned).length > 0) db.tables.settings.patch('settings', turned)
}

function applyClock({ clock }: Db, { set, advanceSeconds, speed }: ClockChange): void {
  // First, or a clock that is set and stopped has run on by a millisecond in between.
  if (speed !== undefined) clock.setSpeed(speed)
  if (set !== undefined) clock.set(Date.parse(set))
  if (advanceSeconds !== undefined) clock.advance(advanceSeconds * 1000)
}

/** The same chaos begun again fails the same way again. */
function forgetChaosCounts(db: Db): void {
  for (const { operationId } of operationTable) db.tables.counters.delete(chaosKey(operationId))
}

/** What is wrong with a change at that virtual time, as one sentence; undefined when nothing is. */
export function findControlProblem(change: ControlChange, now: number): string | undefined {
  const { clock, fault, settings = {} } = change
  return (
    (clock && findClockProblem(clock, now)) ??
    (fault && findFaultProblem(fault)) ??
    findTroubleProblem(change) ??
    findSettingsProblem(settings) ??
    findTroubleProblem(settings)
  )
}

function findTroubleProblem({ chaos, latency, network }: ControlChange): string | undefined {
  if (latency !== undefined && !Object.hasOwn(latencyProfiles, latency)) {
    return `There is no latency ${latency}; there are ${Object.keys(latencyProfiles).join(', ')}.`
  }
  if (network !== undefined && !networkStates.includes(network)) {
    return `There is no network ${network}; there are ${networkStates.join(', ')}.`
  }
  return chaos === undefined || chaos === null ? undefined : findChaosProblem(chaos)
}

function findClockProblem({ set, advanceSeconds, speed }: ClockChange, now: number): string | undefined {
  if (set !== undefined && Number.isNaN(Date.parse(set))) return `${set} is no time; write RFC 3339.`
  if (advanceSeconds !== undefined && !Number.isFinite(advanceSeconds)) {
    return `advanceSeconds must be a number of seconds, not ${advanceSeconds}.`
  }
  const reached = (set === undefined ? now : Date.parse(set)) + (advanceSeconds ?? 0) * 1000
  if (!(reached >= 0 && reached <= lastTime)) return 'The clock stays between the years 1970 and 9999.'
  const isSpeed = speed === undefined || (Number.isFinite(speed) && speed >= 0 && speed <= 86_400)
  return isSpeed ? undefined : `speed must be a number from 0 to 86400, not ${speed}.`
}

function findChaosProblem({ seed, share }: Chaos): string | undefined {
  if (typeof seed !== 'string' || seed === '') return 'chaos needs a seed, which is a text.'
  const isShare = Number.isFinite(share) && share >= 0 && share <= 1
  return isShare ? undefined : `The share of chaos must be a number from 0 to 1, not ${share}.`
}
