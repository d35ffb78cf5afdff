import { operationTable } from '../operations.gen'
import { isoTime } from '../platform/clock'
import type { Db } from '../platform/db'
import type { Fault } from '../platform/faults'
import { chaosKey, latencyProfiles } from '../platform/network'
import { MAX_PARTICIPANTS } from '../platform/participants'
import type { SettingsRow } from '../platform/rows'
import type {
  Chaos,
  ClockChange,
  ControlChange,
  NetworkState,
  OperationInfo,
  PlatformState,
} from './mock-controls'

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

const kinds: Record<Exclude<Fault['kind'], 'wait'>, readonly string[]> = {
  status: ['status'],
  body: ['status', 'body'],
  html: [],
  text: [],
  empty: [],
  malformed: [],
  abort: [],
  reset: [],
  doubled: [],
  never: [],
  delay: ['milliseconds'],
}

/** Timer delays are 32-bit integers. */
const MAX_DELAY_MS = 2 ** 31 - 1

const isBetween = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most

/** Values that no HTTP response can have would fail inside of the platform. Each text follows "must be". */
const faultRules: Record<string, readonly [what: string, accepts: (value: unknown) => boolean]> = {
  status: ['a whole number from 200 to 599', value => Number.isInteger(value) && isBetween(value, 200, 599)],
  milliseconds: [`a number from 0 to ${MAX_DELAY_MS}`, value => isBetween(value, 0, MAX_DELAY_MS)],
  headers: ['valid HTTP headers, as an object of strings', isHeaders],
  detail: ['a string', value => typeof value === 'string'],
  after: ['true or false', value => typeof value === 'boolean'],
}

/** The error message for an invalid fault; undefined when it is valid. */
export function validateFault(request: NonNullable<ControlChange['fault']>): string | undefined {
  const { operationId, fault, times } = request
  if (!operationTable.some(row => row.operationId === operationId)) {
    return `The contract has no operation ${operationId}.`
  }
  if (times !== null && !(Number.isInteger(times) && times > 0)) {
    return `times must be a whole number above 0, or null for all calls, not ${times}.`
  }
  const needed = Object.hasOwn(kinds, fault.kind) ? kinds[fault.kind as keyof typeof kinds] : undefined
  if (!needed) return `There is no fault ${fault.kind}; there are ${Object.keys(kinds).join(', ')}.`
  const missing = needed.find(name => !Object.hasOwn(fault, name))
  if (missing !== undefined) return `A fault ${fault.kind} needs ${missing}.`
  return validateValues(fault)
}

function validateValues(fault: Fault): string | undefined {
  for (const [name, value] of Object.entries(fault)) {
    const [what, accepts] = (Object.hasOwn(faultRules, name) && faultRules[name]) || []
    if (accepts && !accepts(value)) return `${name} must be ${what}, not ${JSON.stringify(value)}.`
  }
  return undefined
}

function isHeaders(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!Object.values(value).every(text => typeof text === 'string')) return false
  try {
    new Headers(Object.entries(value))
    return true
  } catch {
    return false
  }
}

/** `what` follows "must be" in the error message. */
interface Rule {
  what: string
  accepts: (value: unknown) => boolean
}

const isSeconds = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const seconds: Rule = { what: 'a number of seconds, 0 or more', accepts: isSeconds }
const secondsOrNull: Rule = {
  what: `${seconds.what}, or null`,
  accepts: value => value === null || isSeconds(value),
}
const booleanRule: Rule = { what: 'true or false', accepts: value => typeof value === 'boolean' }

const labStarts: readonly unknown[] = ['usual', 'slow', 'failing'] satisfies SettingsRow['labStarts'][]

const isGroupSize = (size: unknown) =>
  Number.isInteger(size) && Number(size) >= 0 && Number(size) <= MAX_PARTICIPANTS

/** Validated by `validateChange`. */
const validatedElsewhere: Rule = { what: '', accepts: () => true }

/** Null: read-only. */
const settingRules: Record<keyof SettingsRow, Rule | null> = {
  accessLifetimeSeconds: seconds,
  refreshLifetimeSeconds: seconds,
  refreshGraceSeconds: seconds,
  emailConfirmsAfterSeconds: secondsOrNull,
  isLmsEnabled: booleanRule,
  isLmsCourseMissing: booleanRule,
  isBankRejecting: booleanRule,
  bankOrigin: {
    what: 'an origin such as http://127.0.0.1:4010, or null',
    accepts: value => value === null || (typeof value === 'string' && URL.canParse(value)),
  },
  admitsAfterSeconds: secondsOrNull,
  isMailWorking: booleanRule,
  labStarts: { what: `one of ${labStarts.join(', ')}`, accepts: value => labStarts.includes(value) },
  isTerminalHostBroken: booleanRule,
  isTerminalExclusive: booleanRule,
  groupSizes: {
    what: `numbers of users by group id, at most ${MAX_PARTICIPANTS} each`,
    accepts: value => typeof value === 'object' && value !== null && Object.values(value).every(isGroupSize),
  },
  latency: validatedElsewhere,
  network: validatedElsewhere,
  chaos: validatedElsewhere,
  start: null,
  dbName: null,
}

/** The error message for invalid settings; undefined when they are valid. */
export function validateSettings(settings: object): string | undefined {
  const open = Object.entries(settingRules).flatMap(([name, rule]) => (rule === null ? [] : [name]))
  for (const [name, value] of Object.entries(settings)) {
    const rule = Object.hasOwn(settingRules, name) ? settingRules[name as keyof SettingsRow] : undefined
    if (rule === undefined) return `There is no setting ${name}; there are ${open.join(', ')}.`
    if (rule === null) return `The setting ${name} is read-only.`
    if (!rule.accepts(value)) return `${name} must be ${rule.what}, not ${JSON.stringify(value)}.`
  }
  return undefined
}

export function getPlatformState(db: Db): PlatformState {
  const { seed, scenario, startedAt, settings } = db
  const { start, latency, network, chaos } = settings
  return {
    seed,
    scenario,
    start,
    startedAt: isoTime(startedAt),
    now: isoTime(db.now()),
    speed: db.tables.clock.get('clock')?.speed ?? 1,
    latency,
    network,
    chaos,
    faults: db.faults.list(),
  }
}

/** Every operation with its documented error responses, in the order of the contract. */
export function listOperations(): OperationInfo[] {
  return operationTable.map(({ operationId, method, path, responses }) => ({
    operationId,
    method: method.toUpperCase(),
    path,
    errors: responses
      .filter(({ status }) => status >= 400)
      .flatMap(({ status, details }) => details?.map(detail => ({ status, detail })) ?? [{ status }]),
  }))
}
