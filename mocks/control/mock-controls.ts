import type { Chaos, Fault, LatencyProfile, NetworkState, PendingFault } from '../platform/faults'
import type { LoginPersona } from '../platform/personas'
import type { SettingsRow } from '../platform/rows'
import type { ScenarioName } from '../platform/scenario-names'

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

export interface BrowserState extends PlatformState {
  /** Username of the user signed in in this browser; null when signed out. */
  username: string | null
  /** An error message for developers, such as an unknown scenario in the URL. */
  problem: string | null
}

/**
 * The developer panel's interface to the platform. Every change affects all tabs of the origin. Promises reject with an
 * Error whose message is one sentence in English.
 */
export interface BrowserControls {
  /** For `useSyncExternalStore`: the same object until something changed; its `now` is of that moment. */
  state(): BrowserState
  /** Virtual milliseconds since the epoch. */
  now(): number
  /** Notifies of changes by any tab; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
  /** Resets the platform to a start and loads its page. The default seed is `1`. */
  start(name: string, seed?: string): Promise<void>
  /** Replaces the signed-in user, or signs out (null), and reloads the page. */
  signIn(persona: string | null): Promise<void>
  /** Repeats the current start or scenario with its seed, and reloads the page. */
  reset(): Promise<void>
  clock(change: ClockChange): Promise<void>
  /** Makes the next `times` calls of an operation fail; null means all until the fault is removed. */
  addFault(operationId: string, fault: Fault, times: number | null): Promise<void>
  removeFault(id: number): Promise<void>
  clearFaults(): Promise<void>
  /** Null turns chaos off. */
  setChaos(chaos: Chaos | null): Promise<void>
  setLatency(profile: LatencyProfile): Promise<void>
  setNetwork(network: NetworkState): Promise<void>
  /** The text of a snapshot file. */
  exportSnapshot(): Promise<string>
  /** Replaces the database and the session, and loads the page of the snapshot. */
  importSnapshot(text: string): Promise<void>
  readonly operations: readonly OperationInfo[]
  readonly starts: readonly StartInfo[]
  /** Personas with a password. */
  readonly personas: readonly LoginPersona[]
  /**
   * Receives a message when requests no longer reach the platform (at once if that happened before), and null when they
   * do again. Returns the unsubscribe function.
   */
  onUnmocked(listener: (message: string | null) => void): () => void
}
