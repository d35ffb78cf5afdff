import type { LabEndpoint, LabStatus } from '../api/schema.gen'
import { parseMoment } from '../lib/format'
import type { TypicalStart } from '../lib/lab-history'

/** The states of the contract, and `unknown` for all other values. */
export type LabState = 'off' | 'starting' | 'ready' | 'unknown'

/** View model of a lab. Times are server time in milliseconds, durations in seconds. */
export interface LabView {
  state: LabState
  /** Since the start, while starting. */
  elapsed: number | null
  /** Usual upper bound of a start. */
  usual: number
  /** Median of the user's own starts; null before the first. */
  half: number | null
  /** Starting for longer than usual. */
  isSlow: boolean
  expiresAt: number | null
  /** The response contains an end that can't be parsed. */
  isEndUnreadable: boolean
  /** Until it stops; never negative, null when unknown. */
  left: number | null
  /** Until it can be extended; 0 when it can be now. */
  extendIn: number
  extendFrom: number | null
  /** The new end if it were extended now. */
  extendsTo: number | null
  /** Whether that is derived from the current run only. */
  isExtensionGuessed: boolean
  endpoints: LabEndpoint[]
  /** The server's reason why the last start failed. */
  error: string | null
  /** A disabled task can't start labs. */
  isTaskOpen: boolean
}

interface LabFacts {
  /** Server time in milliseconds. */
  now: number
  isTaskOpen?: boolean
  /** Durations of the user's own starts. */
  typical?: TypicalStart | null
  /** Known lifetime in seconds. */
  life?: number | null
  /** The task's expected start duration, if the status has none. */
  expectedSeconds?: number | undefined
}

const STATES: ReadonlySet<unknown> = new Set<LabState>(['off', 'starting', 'ready'])

/** Missing and other values are `unknown`, never `off` (T05, T07). */
export const labState = (status: { status?: unknown } | null | undefined): LabState =>
  STATES.has(status?.status) ? (status?.status as LabState) : 'unknown'

const DEFAULT_START_SECONDS = 60
const MAX_ERROR_LENGTH = 2000

const seconds = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null

/** The contract has strings only; a number may be outside the range of `Date`. */
const moment = (value: unknown): number | null => (typeof value === 'string' ? parseMoment(value) : null)

/** An endpoint needs a host or a URL. */
const isEndpoint = (value: unknown): value is LabEndpoint => {
  if (typeof value !== 'object' || value === null) return false
  const { host, port, url } = value as Record<keyof LabEndpoint, unknown>
  const hasHost = typeof host === 'string' || (host === undefined && typeof url === 'string')
  return hasHost && (port === undefined || Number.isInteger(port))
}

const getSecondsUntil = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / 1000))

const getError = (status: LabStatus | null | undefined): string | null => {
  const error: unknown = status?.error
  return typeof error === 'string' && error.trim() !== '' ? error.trim().slice(0, MAX_ERROR_LENGTH) : null
}

/** Builds the view model from the response and the server time. Malformed fields count as missing. */
export const toLabView = (status: LabStatus | null | undefined, facts: LabFacts): LabView => {
  const { now, isTaskOpen = true, typical = null, life = null } = facts
  const state = labState(status)
  const startedAt = moment(status?.started_at)
  const expiresAt = moment(status?.expires_at)
  const extendFrom = moment(status?.extend_from)
  const expected = seconds(status?.expected_seconds) ?? seconds(facts.expectedSeconds)
  const usual = typical?.p90 ?? expected ?? DEFAULT_START_SECONDS
  const elapsed =
    state === 'starting' && startedAt !== null ? Math.max(0, Math.floor((now - startedAt) / 1000)) : null
  const ran = expiresAt !== null && startedAt !== null ? expiresAt - startedAt - (expected ?? 0) * 1000 : null
  const guessed = ran !== null && ran > 0 ? ran : null
  const extension = life === null ? guessed : life * 1000
  const endpoints: unknown = status?.endpoints
  return {
    state,
    elapsed,
    usual,
    half: typical?.p50 ?? null,
    // After one quick start, others must not count as slow.
    isSlow: elapsed !== null && elapsed > Math.max(usual, expected ?? 0),
    expiresAt,
    isEndUnreadable: expiresAt === null && typeof status?.expires_at === 'string',
    left: state === 'ready' && expiresAt !== null ? getSecondsUntil(expiresAt, now) : null,
    extendIn: extendFrom === null ? 0 : getSecondsUntil(extendFrom, now),
    extendFrom,
    extendsTo: extension === null ? null : now + extension,
    isExtensionGuessed: life === null,
    endpoints: state === 'ready' && Array.isArray(endpoints) ? endpoints.filter(isEndpoint) : [],
    error: state === 'off' ? getError(status) : null,
    isTaskOpen,
  }
}

const RULES: Record<LabState, { start: boolean; stop: boolean; extend: boolean }> = {
  off: { start: true, stop: false, extend: false },
  starting: { start: false, stop: true, extend: false },
  ready: { start: false, stop: true, extend: true },
  // A lab in an unknown state must still be stoppable.
  unknown: { start: false, stop: true, extend: false },
}

/** Allowed actions; all buttons use it. */
export const labCan = {
  start: (view: Pick<LabView, 'state' | 'isTaskOpen'>): boolean => RULES[view.state].start && view.isTaskOpen,
  stop: (view: Pick<LabView, 'state'>): boolean => RULES[view.state].stop,
  extend: (view: Pick<LabView, 'state' | 'isTaskOpen' | 'extendIn'>): boolean =>
    RULES[view.state].extend && view.isTaskOpen && view.extendIn === 0,
}

/** Minutes before the shutdown. */
const LAB_WARNINGS_MINUTES = [10, 2] as const
export type LabWarning = (typeof LAB_WARNINGS_MINUTES)[number]

/** The current warning, or null. */
export const getLabWarning = ({ left }: Pick<LabView, 'left'>): LabWarning | null => {
  if (left === null) return null
  return LAB_WARNINGS_MINUTES.findLast(minutes => left <= minutes * 60) ?? null
}
