import type { Fault } from '../platform/faults'
import type { LoginPersona } from '../platform/personas'
import type {
  Chaos,
  ClockChange,
  LatencyProfile,
  NetworkState,
  OperationInfo,
  PlatformState,
  StartInfo,
} from './mock-controls'

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
