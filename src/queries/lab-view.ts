import type { LabEndpoint, LabStatus } from '../api/schema.gen'
import { parseMoment } from '../lib/format'
import type { TypicalStart } from '../lib/lab-starts'

/** The specification's three states (§4), and one for everything that this client cannot tell. */
export type LabState = 'off' | 'starting' | 'ready' | 'unknown'

/** A lab as a screen shows it. Moments are milliseconds since the epoch by the server, spans are seconds. */
export interface LabView {
  state: LabState
  /** Since the start, while it is starting. */
  elapsed: number | null
  /** What a start usually takes at most. */
  usual: number
  /** What half of the person's own starts took; null when that was never seen. */
  half: number | null
  /** Starting for longer than usual. */
  isSlow: boolean
  expiresAt: number | null
  /** The server named an end, in a form that cannot be read. */
  isEndUnreadable: boolean
  /** Until it stops by itself; never negative, null when that is not known. */
  left: number | null
  /** Until it can be kept working; 0 when it can be now. */
  extendIn: number
  extendFrom: number | null
  /** When it would stop if it were kept working now. */
  extendsTo: number | null
  /** Whether that is only derived from the run so far. */
  isExtensionGuessed: boolean
  endpoints: LabEndpoint[]
  /** Why the last start failed: the server's own text. */
  error: string | null
  /** A disabled task takes no starts. */
  isTaskOpen: boolean
}

interface LabFacts {
  /** The server's time, milliseconds since the epoch. */
  now: number
  isTaskOpen?: boolean
  /** The person's own starts. */
  typical?: TypicalStart | null
  /** Seconds that the lab is known to work. */
  life?: number | null
  /** The task's own word about a usual start, for an answer without one. */
  expectedSeconds?: number | undefined
}

const states: ReadonlySet<unknown> = new Set<LabState>(['off', 'starting', 'ready'])

/** Any value that is not one of the specification's is unknown, and so is no answer at all: never "off" (T05, T07). */
export const labState = (status: { status?: unknown } | null | undefined): LabState =>
  states.has(status?.status) ? (status?.status as LabState) : 'unknown'

/** What a start usually takes when nobody has said. */
const defaultStart = 60
const longestError = 2000

const seconds = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null

/** A number is no moment of the contract, and may be one that no calendar knows. */
const moment = (value: unknown): number | null => (typeof value === 'string' ? parseMoment(value) : null)

/** It can be reached by its host, or by its url alone. */
const isEndpoint = (value: unknown): value is LabEndpoint => {
  if (typeof value !== 'object' || value === null) return false
  const { host, port, url } = value as Record<keyof LabEndpoint, unknown>
  const hasHost = typeof host === 'string' || (host === undefined && typeof url === 'string')
  return hasHost && (port === undefined || Number.isInteger(port))
}

const until = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / 1000))

const errorOf = (status: LabStatus | null | undefined): string | null => {
  const error: unknown = status?.error
  return typeof error === 'string' && error.trim() !== '' ? error.trim().slice(0, longestError) : null
}

/** Everything a screen shows of a lab, from the server's answer and the server's time. Drifted fields count as absent. */
export const labView = (status: LabStatus | null | undefined, facts: LabFacts): LabView => {
  const { now, isTaskOpen = true, typical = null, life = null } = facts
  const state = labState(status)
  const startedAt = moment(status?.started_at)
  const expiresAt = moment(status?.expires_at)
  const extendFrom = moment(status?.extend_from)
  const expected = seconds(status?.expected_seconds) ?? seconds(facts.expectedSeconds)
  const usual = typical?.p90 ?? expected ?? defaultStart
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
    // One quick start must not make every other one look slow.
    isSlow: elapsed !== null && elapsed > Math.max(usual, expected ?? 0),
    expiresAt,
    isEndUnreadable: expiresAt === null && typeof status?.expires_at === 'string',
    left: state === 'ready' && expiresAt !== null ? until(expiresAt, now) : null,
    extendIn: extendFrom === null ? 0 : until(extendFrom, now),
    extendFrom,
    extendsTo: extension === null ? null : now + extension,
    isExtensionGuessed: life === null,
    endpoints: state === 'ready' && Array.isArray(endpoints) ? endpoints.filter(isEndpoint) : [],
    error: state === 'off' ? errorOf(status) : null,
    isTaskOpen,
  }
}

const rules: Record<LabState, { start: boolean; stop: boolean; extend: boolean }> = {
  off: { start: true, stop: false, extend: false },
  starting: { start: false, stop: true, extend: false },
  ready: { start: false, stop: true, extend: true },
  // Whatever it is, nobody may be left with a lab that cannot be stopped.
  unknown: { start: false, stop: true, extend: false },
}

/** What may be done with a lab now: every button asks here (specification §4, Lab). */
export const labCan = {
  start: (view: Pick<LabView, 'state' | 'isTaskOpen'>): boolean => rules[view.state].start && view.isTaskOpen,
  stop: (view: Pick<LabView, 'state'>): boolean => rules[view.state].stop,
  extend: (view: Pick<LabView, 'state' | 'isTaskOpen' | 'extendIn'>): boolean =>
    rules[view.state].extend && view.isTaskOpen && view.extendIn === 0,
}

/** Minutes before the shutdown at which everybody is warned (ux §3, lab panel). */
const labWarnings = [10, 2] as const
export type LabWarning = (typeof labWarnings)[number]

/** The warning that stands now: the narrowest one, or null while there is time. */
export const labWarning = ({ left }: Pick<LabView, 'left'>): LabWarning | null => {
  if (left === null) return null
  return labWarnings.findLast(minutes => left <= minutes * 60) ?? null
}
