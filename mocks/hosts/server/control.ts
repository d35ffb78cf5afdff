import { applyControl, getPlatformState, listOperations } from '../../control/controls'
import type {
  Chaos,
  ClockChange,
  ControlChange,
  LatencyProfile,
  NetworkState,
} from '../../control/mock-controls'
import { readSnapshotFile, type SnapshotFile, writeSnapshotFile } from '../../control/snapshot-file'
import { listStarts } from '../../control/starts'
import type { Db } from '../../platform/db'
import { type ExamEvent, playExamEvent } from '../../platform/exam-events'
import type { Fault } from '../../platform/faults'
import { confirmEmail } from '../../platform/mail'
import type { SettingsRow } from '../../platform/rows'
import type { Journal } from '../../run/journal'
import type { TerminalHub } from '../terminals'
import { readRecordings } from './recordings'

/** Absent fields are as the server was started with. */
interface DbChange {
  seed?: string | number
  /** The name of a start. */
  start?: string
  settings?: Partial<SettingsRow>
}

/** The platform that control calls act on. */
export interface ControlledPlatform {
  db(): Db
  journal: Journal
  terminals: TerminalHub
  /**
   * Replaces the database by a new one. Throws an Error for an unknown start or invalid settings, without changing
   * anything.
   */
  resetDb(change: DbChange): void
  /** Replaces the database by that of a snapshot file. */
  loadSnapshot(file: SnapshotFile): void
}

/** The body of a control call. */
interface ControlBody extends ClockChange, Partial<Chaos> {
  scenario?: string
  settings?: Partial<SettingsRow>
  operationId?: string
  fault?: Fault
  times?: number | null
  clear?: boolean
  remove?: number
  latency?: LatencyProfile
  network?: NetworkState
  drop?: boolean
  username?: string
  group?: number
  event?: ExamEvent
}

interface ControlCall {
  search: URLSearchParams
  body: ControlBody
  /** The raw body. */
  text: string
}

type Control = (platform: ControlledPlatform, call: ControlCall) => unknown

/** `METHOD name` of each call below `/__mock/`; results are sent as JSON. Throws an Error for bad input. */
const controls: Record<string, Control> = {
  'GET ': () =>
    // `GET databases` is answered by the server, which creates no database for it.
    [...Object.keys(controls), 'GET databases'].filter(name => !name.endsWith(' ')).sort(),
  'GET state': getState,
  'GET starts': () => listStarts(readRecordings()),
  'GET operations': () => listOperations(),
  'POST reset': (platform, { body }) => {
    applyReset(platform, body)
    platform.journal.clear()
    return getState(platform)
  },
  'POST scenario': (platform, { body }) => {
    applyReset(platform, body)
    return getState(platform)
  },
  'GET settings': ({ db }) => db().settings,
  'POST settings': (platform, { body: { settings = {} } }) => change(platform, { settings }).settings,
  'GET clock': getClock,
  'POST clock': (platform, { body }) => {
    change(platform, { clock: body })
    return getClock(platform)
  },
  'GET faults': ({ db }) => db().faults.list(),
  'POST faults': (platform, { body }) => change(platform, faultChange(body)).faults.list(),
  'GET chaos': ({ db }) => db().settings.chaos,
  'POST chaos': (platform, { body: { clear, seed, share } }) => {
    const chaos = clear ? null : { seed: String(seed ?? platform.db().seed), share: share ?? 0.2 }
    return change(platform, { chaos }).settings.chaos
  },
  'GET latency': ({ db }) => db().settings.latency,
  'POST latency': (platform, { body: { latency } }) =>
    change(platform, { latency: required(latency, 'latency') }).settings.latency,
  'GET network': ({ db }) => db().settings.network,
  'POST network': (platform, { body: { network } }) =>
    change(platform, { network: required(network, 'network') }).settings.network,
  'GET snapshot': ({ db }) =>
    JSON.parse(
      writeSnapshotFile(db(), { cookies: [], storage: {}, path: '/', language: 'ru', theme: 'system' }),
    ),
  'POST snapshot': (platform, { text }) => {
    platform.loadSnapshot(readSnapshotFile(text))
    platform.journal.clear()
    return getState(platform)
  },
  'POST terminals': ({ terminals }, { body: { drop } }) => {
    if (drop) terminals.drop()
    return {}
  },
  'POST exam': ({ db }, { body: { username, group, event } }) => {
    playExamEvent(db(), required(username, 'username'), Number(group), required(event, 'event'))
    return {}
  },
  'GET journal': ({ journal }) =>
    journal.entries().map(entry => ({ ...entry, status: entry.response?.status ?? null })),
  'POST journal': ({ journal }, { body: { clear } }) => {
    if (clear) journal.clear()
    return {}
  },
  'GET flags': ({ db }, { search }) => {
    const user = findUser(db(), required(search.get('user'), 'user'))
    const [group, task] = [Number(search.get('group')), Number(search.get('task'))]
    return { flags: db().getFlags(user.id, group, task) }
  },
  'GET emails': ({ db }) => db().tables.outbox.values(),
  'GET verify': ({ db }, { search }) => ({ confirmed: confirmEmail(db(), search.get('token') ?? '') }),
  'POST verify': ({ db }, { body: { username } }) => {
    const user = findUser(db(), required(username, 'username'))
    db().tables.users.patch(user.id, { email_verified: true })
    return {}
  },
}

/** Runs a control call; undefined if there is none of that name. Throws an Error for bad input. */
export async function runControl(platform: ControlledPlatform, request: Request): Promise<unknown> {
  const { pathname, searchParams: search } = new URL(request.url)
  const control = controls[`${request.method} ${pathname.slice('/__mock/'.length)}`]
  if (!control) return undefined
  const text = request.method === 'POST' ? await request.text() : ''
  return control(platform, { search, text, body: text === '' ? {} : JSON.parse(text) })
}

function applyReset(platform: ControlledPlatform, { seed, scenario, settings }: ControlBody): void {
  platform.resetDb({
    ...(seed !== undefined && { seed }),
    ...(scenario !== undefined && { start: scenario }),
    ...(settings && { settings }),
  })
}

function change({ db }: ControlledPlatform, wanted: ControlChange): Db {
  applyControl(db(), wanted)
  return db()
}

/** Faults are cleared first, so that one call can replace a fault. */
function faultChange({ operationId, fault, times = 1, clear, remove }: ControlBody): ControlChange {
  return {
    ...(clear && { clearFaults: operationId ?? (true as const) }),
    ...(remove !== undefined && { removeFault: remove }),
    ...(fault && { fault: { operationId: required(operationId, 'operationId'), fault, times } }),
  }
}

function getState({ db }: ControlledPlatform) {
  return { ...getPlatformState(db()), version: db().version }
}

function getClock(platform: ControlledPlatform) {
  const { now, speed } = getPlatformState(platform.db())
  return { now, speed }
}

function findUser(db: Db, username: string) {
  const user = db.tables.users.find(row => row.username === username)
  if (!user) throw new Error(`There is no user ${username}.`)
  return user
}

function required<Value>(value: Value | null | undefined, name: string): Value {
  if (!value) throw new Error(`${name} is missing.`)
  return value
}
