import { replaceEqualDeep } from '@tanstack/react-query'
import type { LabEndpoint, LabStatus } from '../../../packages/contract/schema.gen'
import { clock } from '../../lib/clock'
import { formatDuration, parseMoment } from '../../lib/format'
import { safeLink } from '../../lib/safe-url'

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
  /** Of the time that a start or an extension gives; null when unknown. */
  leftShare: number | null
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

/** Median and 90th percentile of the start durations, in seconds. */
export interface TypicalStart {
  p50: number
  p90: number
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

export const isLabRunning = (status: { status?: unknown }): boolean =>
  ['starting', 'ready'].includes(labState(status))

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
  const left = state === 'ready' && expiresAt !== null ? getSecondsUntil(expiresAt, now) : null
  return {
    state,
    elapsed,
    usual,
    half: typical?.p50 ?? null,
    // After one quick start, others must not count as slow.
    isSlow: elapsed !== null && elapsed > Math.max(usual, expected ?? 0),
    expiresAt,
    isEndUnreadable: expiresAt === null && typeof status?.expires_at === 'string',
    left,
    leftShare: left === null || extension === null ? null : Math.min(1, (left * 1000) / extension),
    extendIn: extendFrom === null ? 0 : getSecondsUntil(extendFrom, now),
    extendFrom,
    extendsTo: extension === null ? null : now + extension,
    isExtensionGuessed: life === null,
    endpoints: state === 'ready' && Array.isArray(endpoints) ? endpoints.filter(isEndpoint) : [],
    error: state === 'off' ? getError(status) : null,
    isTaskOpen,
  }
}

/** Allowed actions; all buttons use it. */
export const labCan = {
  start: ({ state, isTaskOpen }: Pick<LabView, 'state' | 'isTaskOpen'>): boolean =>
    state === 'off' && isTaskOpen,
  /** Also in an unknown state. */
  stop: ({ state }: Pick<LabView, 'state'>): boolean => state !== 'off',
  /** A lab that can't be started again isn't stopped for it. */
  restart: ({ state, isTaskOpen }: Pick<LabView, 'state' | 'isTaskOpen'>): boolean =>
    state !== 'off' && isTaskOpen,
  extend: ({ state, isTaskOpen, extendIn }: Pick<LabView, 'state' | 'isTaskOpen' | 'extendIn'>): boolean =>
    state === 'ready' && isTaskOpen && extendIn === 0,
}

/** The current warning, in minutes before the shutdown; null without one. */
export const getLabWarning = ({ left }: Pick<LabView, 'left'>) =>
  left === null ? null : (([10, 2] as const).findLast(minutes => left <= minutes * 60) ?? null)

/** Order of the states within one deploy. */
const STATE_ORDER: Record<LabState, number | null> = { starting: 1, ready: 2, off: 3, unknown: null }

const requestTimes = new WeakMap<LabStatus, number>()
/** Monotonic time when an `off` arrived. */
const endTimes = new WeakMap<LabStatus, number>()

/** Stores when a response was requested; without it the time is unknown. */
export const setRequestTime = (status: LabStatus, elapsed: number): LabStatus => {
  // WeakMap keys must be objects; a malformed response may be a string.
  if (typeof status === 'object' && status !== null) requestTimes.set(status, elapsed)
  return status
}

/** Stores the request time of every response. */
export const withRequestTime =
  <A extends unknown[]>(request: (...args: A) => Promise<LabStatus> | LabStatus) =>
  async (...args: A): Promise<LabStatus> => {
    const since = clock.elapsed()
    return setRequestTime(await request(...args), since)
  }

const isRequestedAfterEnd = (old: LabStatus, next: LabStatus): boolean =>
  (requestTimes.get(next) ?? Number.NEGATIVE_INFINITY) > (endTimes.get(old) ?? Number.POSITIVE_INFINITY)

const choose = (old: LabStatus | undefined, next: LabStatus): LabStatus => {
  if (!old) return next
  const before = parseMoment(old.started_at)
  const after = parseMoment(next.started_at)
  const oldRank = STATE_ORDER[labState(old)]
  const nextRank = STATE_ORDER[labState(next)]
  if (nextRank === STATE_ORDER.off && after === null)
    return before === null || !old.started_at ? next : { ...next, started_at: old.started_at }
  // An `off` without `started_at` doesn't end a later deploy.
  if (after === null || before === null) {
    const isStep = oldRank === STATE_ORDER.ready && nextRank === STATE_ORDER.starting && after === before
    return isStep ? old : next
  }
  if (after < before) return old
  if (after > before || oldRank === null || nextRank === null) return next
  // The server contradicts its earlier `off`; believe the later response.
  if (oldRank === STATE_ORDER.off && isRequestedAfterEnd(old, next)) return next
  return nextRank < oldRank ? old : next
}

/**
 * Picks the valid one of two statuses. Responses can arrive out of order, so within a deploy (one `started_at`) the
 * state never goes back (T03), unless the response was requested after the end. An `off` keeps the `started_at` of its
 * deploy, to recognize late responses.
 */
export const mergeLabStatus = (old: LabStatus | undefined, next: LabStatus): LabStatus => {
  const later = choose(old, next)
  if (later !== old && labState(later) === 'off') endTimes.set(later, clock.elapsed())
  return later
}

/** For Query's `structuralSharing`: equal statuses keep their identity. */
export const shareLabStatus = (old: unknown, next: unknown): unknown => {
  const later = mergeLabStatus(old as LabStatus | undefined, next as LabStatus)
  const shared = replaceEqualDeep(old, later) as LabStatus
  const end = endTimes.get(later)
  if (end !== undefined) endTimes.set(shared, end)
  return shared
}

/** Rounded up; null in the last minute. */
export const formatMinutesLeft = (left: number, language: string): string | null =>
  left < 60 ? null : formatDuration(Math.ceil(left / 60) * 60, language)

interface LabAddress {
  /** URL or shell command. */
  main: string
  /** Null if the URL isn't safe (X10). */
  href: string | null
  isCommand: boolean
  /** Null if `main` already shows it. */
  hostPort: string | null
}

const MAX_LENGTH = 300

/** Safe as a shell argument: no quoting needed, never an option. */
const PLAIN_HOST = /^[A-Za-z0-9_:][A-Za-z0-9_.:-]*$/

/** No user name: the user's `ssh` configuration has it. */
const commands = new Map<string, (host: string, port: number) => string>([
  ['ssh', (host, port) => `ssh -p ${port} ${host}`],
  ['tcp', (host, port) => `nc ${host} ${port}`],
])

const joinHostPort = (host: string, port: number | undefined): string =>
  port === undefined ? host : host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

/** An unsafe URL is plain text; a host with special characters gets no command. */
export const getLabAddress = ({ protocol, host = '', port, url }: LabEndpoint): LabAddress => {
  const hostPort = joinHostPort(host, port).slice(0, MAX_LENGTH)
  const name = typeof protocol === 'string' ? protocol.toLowerCase() : ''
  const command = PLAIN_HOST.test(host) && port !== undefined ? commands.get(name)?.(host, port) : undefined
  if (command) return { main: command, href: null, isCommand: true, hostPort }
  const href = safeLink(url)
  if (href) return { main: href, href, isCommand: false, hostPort: hostPort || null }
  const text = typeof url === 'string' && url !== '' ? url.slice(0, MAX_LENGTH) : hostPort
  return { main: text, href: null, isCommand: false, hostPort: text === hostPort ? null : hostPort || null }
}

/** Of the first endpoint for SSH; null without one. */
export const getSshCommand = (status: LabStatus | null | undefined): string | null => {
  const endpoints: unknown = labState(status) === 'ready' ? status?.endpoints : null
  const found = Array.isArray(endpoints)
    ? endpoints.filter(isEndpoint).find(({ protocol }) => String(protocol).toLowerCase() === 'ssh')
    : undefined
  const address = found && getLabAddress(found)
  return address?.isCommand ? address.main : null
}
