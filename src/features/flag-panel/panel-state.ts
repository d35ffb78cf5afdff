import type { FlagRow } from '../../lib/flag-preflight'
import type { FlagProblem } from './flag-lines'
import type { Outcome } from './verdict'

/** After no answer: not known yet, not to be known yet, not counted, or counted after all. */
export type Arrival = 'checking' | 'unknown' | 'missing' | 'counted'

export type PanelState =
  | { kind: 'idle' }
  | { kind: 'invalid'; problem: FlagProblem }
  /** Something looks wrong: the person decides what is sent. */
  | { kind: 'asked'; rows: readonly FlagRow[] }
  /** There was no connection when the button was pressed: nothing was sent. */
  | { kind: 'offline' }
  | { kind: 'answered'; outcome: Outcome }
  /** `before`: flags solved before this submission, to see whether a lost answer was a yes. */
  | { kind: 'failed'; error: unknown; arrival: Arrival | null; before: number }

/** Which of the two texts of a question is sent. */
export type Choice = 'meant' | 'typed'
