import type { Chaos, Fault, LatencyProfile, NetworkState, PendingFault } from '../platform/faults'
import type { SettingsRow } from '../platform/rows'
import type { ScenarioName } from '../platform/scenarios'

/** Types shared by the platform, its hosts and the developer panel, which imports nothing but these types. */

/** Times are RFC 3339. */
export interface PlatformState {
  seed: string
  scenario: ScenarioName
  /** Name of the start; null for a bare scenario. */
  start: string | null
  startedAt: string
  now: string
  /** Virtual seconds per real second; 0 is paused. */
  speed: number
  latency: LatencyProfile
  network: NetworkState
  chaos: Chaos | null
  faults: readonly PendingFault[]
}

/** A change by the panel or a control call; absent fields stay as they are. */
export interface ControlChange {
  clock?: ClockChange
  /** `times: null` makes every call fail until the fault is removed. */
  fault?: { operationId: string; fault: Fault; times: number | null }
  /** The id of a pending fault. */
  removeFault?: number
  /** The faults of one operation, or of all. */
  clearFaults?: string | true
  /** Null turns it off. Call counters restart at one. */
  chaos?: Chaos | null
  latency?: LatencyProfile
  network?: NetworkState
  settings?: Partial<SettingsRow>
}

/** A change of the virtual clock; absent fields stay as they are. */
export interface ClockChange {
  /** May be negative. */
  advanceSeconds?: number
  /** RFC 3339. */
  set?: string
  /** Virtual seconds per real second; 0 pauses. */
  speed?: number
}

/** An operation of the contract, for choosing a fault. */
export interface OperationInfo {
  operationId: string
  method: string
  path: string
  /** Every documented error response, with its detail if it has one. */
  errors: readonly { status: number; detail?: string }[]
}

/** A start: a scenario with the user who is signed in, settings, and the page to open. */
export interface StartInfo {
  name: string
  /** The user who is signed in; null for signed out. */
  persona: string | null
  path: string
}

export type { Chaos, LatencyProfile, NetworkState, PendingFault } from '../platform/faults'
