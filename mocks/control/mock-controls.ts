import type { Fault } from '../platform/faults'
import type { SettingsRow } from '../platform/rows'
import type { ScenarioName } from '../platform/scenarios'

/**
 * What a developer may do to the simulated platform, by whatever host it runs in. These are the words between the
 * platform and its panel; the panel takes the types alone.
 */

/** How long answers take: nothing, 80–160 ms, 0.4–1.2 s, 2–6 s, or from nothing to 4 s at random. */
export type LatencyProfile = 'none' | 'usual' | 'slow' | 'verySlow' | 'uneven'

/** Flapping goes away for 3 seconds after each 4, by the machine's time, whatever the virtual clock does. */
export type NetworkState = 'online' | 'offline' | 'flapping'

/** Failures drawn from a seed: the same seed with the same calls of an operation fails the same way. */
export interface Chaos {
  seed: string
  /** Share of the calls that fail, from 0 to 1. */
  share: number
}

/** A fault that waits for calls of one operation. */
export interface StandingFault {
  id: number
  operationId: string
  fault: Fault
  /** Calls that it still meets; null is all of them until it is taken away. */
  left: number | null
}

/** The platform as its panel shows it; times are RFC 3339. */
export interface PlatformState {
  seed: string
  scenario: ScenarioName
  /** The start that it began with, where it was one with a name. */
  start: string | null
  startedAt: string
  now: string
  /** Virtual seconds for each second of the machine; 0 is paused. */
  speed: number
  latency: LatencyProfile
  network: NetworkState
  chaos: Chaos | null
  faults: readonly StandingFault[]
}

/** What the panel or a control call changes; what is absent stays as it is. */
export interface ControlChange {
  clock?: ClockChange
  /** `times: null` lets every call fail until the fault is taken away. */
  fault?: { operationId: string; fault: Fault; times: number | null }
  /** The id of a standing fault. */
  removeFault?: number
  /** The faults of one operation, or of all. */
  clearFaults?: string | true
  /** Null ends it. The calls of every operation are counted from one again. */
  chaos?: Chaos | null
  latency?: LatencyProfile
  network?: NetworkState
  settings?: Partial<SettingsRow>
}

/** A change of the virtual clock; what is absent stays. */
export interface ClockChange {
  /** May be negative. */
  advanceSeconds?: number
  /** RFC 3339. */
  set?: string
  /** Virtual seconds for each second of the machine; 0 pauses. */
  speed?: number
}

/** What the contract says of one operation, for choosing a fault. */
export interface OperationFacts {
  operationId: string
  method: string
  path: string
  /** Every documented refusal: its status and, where there is one, its detail. */
  refusals: readonly { status: number; detail?: string }[]
}

/** A named beginning: a person, a scenario, what goes wrong from then on, and the page to look at. */
export interface StartFacts {
  name: string
  /** Whom it signs in; null stays outside. */
  persona: string | null
  path: string
}
