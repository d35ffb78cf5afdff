import { operationTable } from '../operations.gen'
import { chaosKey } from '../platform/chaos'
import type { Db } from '../platform/db'
import { latencyProfiles } from '../platform/latency'
import type { Chaos, ClockChange, ControlChange, NetworkState } from './mock-controls'
import { validateFault } from './validate-fault'
import { validateSettings } from './validate-settings'

const networkStates: readonly NetworkState[] = ['online', 'offline', 'flapping']

/** RFC 3339 has four-digit years. */
const MAX_TIME = Date.UTC(9999, 0)

/**
 * Applies a change from the panel or a control call. The input is not trusted: throws an Error with a one-sentence
 * message for anything invalid, before changing anything.
 */
export function applyControl(db: Db, change: ControlChange): void {
  const { clock, fault, removeFault, clearFaults, chaos, latency, network, settings } = change
  const problem = validateChange(change, db.now())
  if (problem !== undefined) throw new Error(problem)
  if (clock) applyClock(db, clock)
  if (clearFaults !== undefined) db.faults.clear(clearFaults === true ? undefined : clearFaults)
  if (removeFault !== undefined) db.faults.remove(removeFault)
  if (fault) db.faults.add(fault.operationId, fault.fault, fault.times ?? Number.POSITIVE_INFINITY)
  if (chaos !== undefined) resetChaosCounters(db)
  const settingsPatch = {
    ...(chaos !== undefined && { chaos }),
    ...(latency !== undefined && { latency }),
    ...(network !== undefined && { network }),
    ...settings,
  }
  if (Object.keys(settingsPatch).length > 0) db.tables.settings.patch('settings', settingsPatch)
}

function applyClock({ clock }: Db, { set, advanceSeconds, speed }: ClockChange): void {
  // First: otherwise a clock that is set and stopped has run for a millisecond in between.
  if (speed !== undefined) clock.setSpeed(speed)
  if (set !== undefined) clock.set(Date.parse(set))
  if (advanceSeconds !== undefined) clock.advance(advanceSeconds * 1000)
}

/** Setting the same chaos again must produce the same failures. */
function resetChaosCounters(db: Db): void {
  for (const { operationId } of operationTable) db.tables.counters.delete(chaosKey(operationId))
}

/** The error message for an invalid change at that virtual time; undefined when it is valid. */
export function validateChange(change: ControlChange, now: number): string | undefined {
  const { clock, fault, settings = {} } = change
  return (
    (clock && validateClock(clock, now)) ??
    (fault && validateFault(fault)) ??
    validateConditions(change) ??
    validateSettings(settings) ??
    validateConditions(settings)
  )
}

function validateConditions({ chaos, latency, network }: ControlChange): string | undefined {
  if (latency !== undefined && !Object.hasOwn(latencyProfiles, latency)) {
    return `There is no latency ${latency}; there are ${Object.keys(latencyProfiles).join(', ')}.`
  }
  if (network !== undefined && !networkStates.includes(network)) {
    return `There is no network ${network}; there are ${networkStates.join(', ')}.`
  }
  return chaos === undefined || chaos === null ? undefined : validateChaos(chaos)
}

function validateClock({ set, advanceSeconds, speed }: ClockChange, now: number): string | undefined {
  if (set !== undefined && Number.isNaN(Date.parse(set))) return `${set} is not a valid time; use RFC 3339.`
  if (advanceSeconds !== undefined && !Number.isFinite(advanceSeconds)) {
    return `advanceSeconds must be a number of seconds, not ${advanceSeconds}.`
  }
  const reached = (set === undefined ? now : Date.parse(set)) + (advanceSeconds ?? 0) * 1000
  if (!(reached >= 0 && reached <= MAX_TIME)) return 'The clock stays between the years 1970 and 9999.'
  const isSpeed = speed === undefined || (Number.isFinite(speed) && speed >= 0 && speed <= 86_400)
  return isSpeed ? undefined : `speed must be a number from 0 to 86400, not ${speed}.`
}

function validateChaos({ seed, share }: Chaos): string | undefined {
  if (typeof seed !== 'string' || seed === '') return 'chaos needs a seed, which is a string.'
  const isShare = Number.isFinite(share) && share >= 0 && share <= 1
  return isShare ? undefined : `The share of chaos must be a number from 0 to 1, not ${share}.`
}
