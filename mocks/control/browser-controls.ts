import type { Fault } from '../platform/faults'
import type { OfferedPersona } from '../platform/persona-offers'
import type {
  Chaos,
  ClockChange,
  LatencyProfile,
  NetworkState,
  OperationFacts,
  PlatformState,
  StartFacts,
} from './mock-controls'

/** The platform as this tab of the browser sees it. */
export interface BrowserState extends PlatformState {
  /** The username of whoever is signed in in this browser; null when nobody is. */
  person: string | null
  /** What the address or another tab asked for in vain, as one sentence in English for developers; null when nothing. */
  trouble: string | null
}

/**
 * What the panel may do to the simulated platform of a browser. Every change is seen by all tabs of the origin.
 * Each promise is rejected with an Error whose message is one sentence in English.
 */
export interface BrowserControls {
  /** The same object until something in it changed, for `useSyncExternalStore`; `now` is of that moment. */
  state(): BrowserState
  /** Virtual milliseconds since the epoch at this moment. */
  now(): number
  /** Hears of changes by whichever tab; the returned function ends it. */
  subscribe(listener: () => void): () => void
  /** Begins anew as the start says and loads its page. Without a seed it is `1`. */
  start(name: string, seed?: string): Promise<void>
  /** Signs a persona in in place of whoever is there, or only out (null), and loads the page anew. */
  signIn(persona: string | null): Promise<void>
  /** Begins the present start or scenario anew with its seed, and loads the page anew. */
  reset(): Promise<void>
  clock(change: ClockChange): Promise<void>
  /** Lets the next `times` calls of an operation fail; null is all of them until it is taken away. */
  addFault(operationId: string, fault: Fault, times: number | null): Promise<void>
  removeFault(id: number): Promise<void>
  clearFaults(): Promise<void>
  /** Null ends the chaos. */
  setChaos(chaos: Chaos | null): Promise<void>
  setLatency(profile: LatencyProfile): Promise<void>
  setNetwork(network: NetworkState): Promise<void>
  /** The text of a snapshot file. */
  exportSnapshot(): Promise<string>
  /** Takes the place of the present database, signed in as it was, and loads the page it was taken on. */
  importSnapshot(text: string): Promise<void>
  readonly operations: readonly OperationFacts[]
  readonly starts: readonly StartFacts[]
  /** Whom a password signs in. */
  readonly personas: readonly OfferedPersona[]
  /**
   * Hears the sentence of a call that the platform did not answer, once it cannot be woken; at once when it happened
   * before. Null is told when the platform answers again.
   */
  onUnmocked(listener: (sentence: string | null) => void): () => void
}
