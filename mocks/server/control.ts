import { applyControl } from '../control/apply-control'
import type {
  Chaos,
  ClockChange,
  ControlChange,
  LatencyProfile,
  NetworkState,
} from '../control/mock-controls'
import { operationFacts, stateOf } from '../control/platform-state'
import { readSnapshotFile, type SnapshotFile, writeSnapshotFile } from '../control/snapshot-file'
import { startFacts } from '../control/starts'
import type { Db } from '../platform/db'
import { type ExamEvent, playExamEvent } from '../platform/exam-events'
import type { Fault } from '../platform/faults'
import { confirmEmail } from '../platform/mail'
import type { SettingsRow } from '../platform/rows'
import type { Journal } from '../run/journal'
import type { TerminalHub } from '../terminal/hub'
import { readRecordings } from './recordings'

/** How a control call begins a database: what is absent is as the server was started with. */
interface DbChange {
  seed?: string | number
  /** The name of a start. */
  start?: string
  settings?: Partial<SettingsRow>
}

/** What the control calls may do to a platform. */
export interface Controlled {
  db(): Db
  journal: Journal
  terminals: TerminalHub
  /**
   * Throws the present database away and begins another. Throws an Error with one sentence for an unknown start or a
   * setting that cannot be, and has then left the present one alone.
   */
  begin(change: DbChange): void
  /** Puts the database of a file in the place of the present one. */
  enter(file: SnapshotFile): void
}

/** What a control call sends; every field is optional. */
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
  /** The body as it came. */
  text: string
}

type Control = (platform: Controlled, call: ControlCall) => unknown

/** `METHOD name` of each call below `/__mock/`; what it returns is sent as JSON. Throws an Error for bad input. */
const controls: Record<string, Control> = {
  'GET ': () =>
    // The databases are told by the server, which makes none for that.
    [...Object.keys(controls), 'GET databases'].filter(name => !name.endsWith(' ')).sort(),
  'GET state': tellState,
  'GET starts': () => startFacts(readRecordings()),
  'GET operations': () => operationFacts(),
  'POST reset': (platform, { body }) => {
    begin(platform, body)
    platform.journal.clear()
    return tellState(platform)
  },
  'POST scenario': (platform, { body }) => {
    begin(platform, body)
    return tellState(platform)
  },
  'GET settings': ({ db }) => db().settings,
  'POST settings': (platform, { body: { settings = {} } }) => change(platform, { settings }).settings,
  'GET clock': tellTime,
  'POST clock': (platform, { body }) => {
    change(platform, { clock: body })
    return tellTime(platform)
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
    platform.enter(readSnapshotFile(text))
    platform.journal.clear()
    return tellState(platform)
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
    const user = userOf(db(), required(search.get('user'), 'user'))
    const [group, task] = [Number(search.get('group')), Number(search.get('task'))]
    return { flags: db().flagsOf(user.id, group, task) }
  },
  'GET mails': ({ db }) => db().tables.outbox.values(),
  'GET verify': ({ db }, { search }) => ({ confirmed: confirmEmail(db(), search.get('token') ?? '') }),
  'POST verify': ({ db }, { body: { username } }) => {
    const user = userOf(db(), required(username, 'username'))
    db().tables.users.patch(user.id, { email_verified: true })
    return {}
  },
}

/** Runs a control call; undefined when there is none of that name. Throws an Error whose message says what is wrong. */
export async function runControl(platform: Controlled, request: Request): Promise<unknown> {
  const { pathname, searchParams: search } = new URL(request.url)
  const control = controls[`${request.method} ${pathname.slice('/__mock/'.length)}`]
  if (!control) return undefined
  const text = request.method === 'POST' ? await request.text() : ''
  return control(platform, { search, text, body: text === '' ? {} : JSON.parse(text) })
}

function begin(platform: Controlled, { seed, scenario, settings }: ControlBody): void {
  platform.begin({
    ...(seed !== undefined && { seed }),
    ...(scenario !== undefined && { start: scenario }),
    ...(settings && { settings }),
  })
}

function change({ db }: Controlled, wanted: ControlChange): Db {
  applyControl(db(), wanted)
  return db()
}

/** What is to be forgotten is forgotten first, so that one call can put a fault in the place of another. */
function faultChange({ operationId, fault, times = 1, clear, remove }: ControlBody): ControlChange {
  return {
    ...(clear && { clearFaults: operationId ?? (true as const) }),
    ...(remove !== undefined && { removeFault: remove }),
    ...(fault && { fault: { operationId: required(operationId, 'operationId'), fault, times } }),
  }
}

function tellState({ db }: Controlled) {
  return { ...stateOf(db()), version: db().version }
}

function tellTime(platform: Controlled) {
  const { now, speed } = stateOf(platform.db())
  return { now, speed }
}

function userOf(db: Db, username: string) {
  const user = db.tables.users.find(row => row.username === username)
  if (!user) throw new Error(`There is no user ${username}.`)
  return user
}

function required<Value>(value: Value | null | undefined, name: string): Value {
  if (!value) throw new Error(`${name} is missing.`)
  return value
}
