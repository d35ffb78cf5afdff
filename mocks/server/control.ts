import type { Journal } from '../run/journal'
import type { TerminalHub } from '../terminal/hub'
import { isoTime } from '../world/clock'
import { type ExamEvent, playExamEvent } from '../world/exam-events'
import type { Fault } from '../world/faults'
import { confirmEmail } from '../world/mail'
import type { SettingsRow } from '../world/rows'
import { type ScenarioName, scenarios } from '../world/scenarios'
import type { World, WorldOptions } from '../world/world'

/** What the control calls may do to the server. */
export interface Controlled {
  world(): World
  journal: Journal
  terminals: TerminalHub
  /** Throws the present world away and begins another. */
  begin(options: Pick<WorldOptions, 'seed' | 'scenario' | 'settings'>): void
}

/** What a control call sends; every field is optional. */
interface ControlBody {
  seed?: string | number
  scenario?: string
  settings?: Partial<SettingsRow>
  operationId?: string
  fault?: Fault
  times?: number
  clear?: boolean
  drop?: boolean
  advanceSeconds?: number
  set?: string
  speed?: number
  username?: string
  group?: number
  event?: ExamEvent
}

type Control = (server: Controlled, search: URLSearchParams, body: ControlBody) => unknown

/** `METHOD name` of each call below `/__mock/`; what it returns is sent as JSON. Throws an Error for bad input. */
const controls: Record<string, Control> = {
  'GET state': ({ world }) => stateOf(world()),
  'POST reset': (server, _, body) => {
    begin(server, body)
    server.journal.clear()
    return stateOf(server.world())
  },
  'POST scenario': (server, _, body) => {
    begin(server, body)
    return stateOf(server.world())
  },
  'POST settings': ({ world }, _, { settings }) => {
    world().tables.settings.patch('settings', settings ?? {})
    return world().settings
  },
  'POST terminals': ({ terminals }, _, { drop }) => {
    if (drop) terminals.drop()
    return {}
  },
  'POST clock': ({ world }, _, { set, advanceSeconds, speed }) => {
    const { clock } = world()
    if (set !== undefined) clock.set(timeOf(set))
    if (advanceSeconds !== undefined) clock.advance(advanceSeconds * 1000)
    if (speed !== undefined) clock.setSpeed(speed)
    return { now: isoTime(clock.now()) }
  },
  'POST exam': ({ world }, _, { username, group, event }) => {
    playExamEvent(world(), required(username, 'username'), Number(group), required(event, 'event'))
    return {}
  },
  'POST faults': ({ world }, _, { operationId, fault, times, clear }) => {
    if (clear) world().faults.clear(operationId)
    if (fault) world().faults.add(required(operationId, 'operationId'), fault, times ?? 1)
    return {}
  },
  'GET journal': ({ journal }) =>
    journal.entries().map(entry => ({ ...entry, status: entry.response?.status ?? null })),
  'POST journal': ({ journal }, _, { clear }) => {
    if (clear) journal.clear()
    return {}
  },
  'GET flags': ({ world }, search) => {
    const user = userOf(world(), required(search.get('user'), 'user'))
    const [group, task] = [Number(search.get('group')), Number(search.get('task'))]
    return { flags: world().flagsOf(user.id, group, task) }
  },
  'GET mails': ({ world }) => world().tables.outbox.values(),
  'GET verify': ({ world }, search) => ({ confirmed: confirmEmail(world(), search.get('token') ?? '') }),
  'POST verify': ({ world }, _, { username }) => {
    const user = userOf(world(), required(username, 'username'))
    world().tables.users.patch(user.id, { email_verified: true })
    return {}
  },
}

/** Runs a control call; undefined when there is none of that name. Throws an Error whose message says what is wrong. */
export async function runControl(server: Controlled, request: Request): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url)
  const control = controls[`${request.method} ${pathname.slice('/__mock/'.length)}`]
  if (!control) return undefined
  const text = request.method === 'POST' ? await request.text() : ''
  return control(server, searchParams, text === '' ? {} : JSON.parse(text))
}

function begin(server: Controlled, { seed, scenario, settings }: ControlBody): void {
  if (scenario !== undefined && !isScenario(scenario)) {
    throw new Error(`There is no scenario ${scenario}; there are ${Object.keys(scenarios).join(', ')}.`)
  }
  server.begin({
    ...(seed !== undefined && { seed }),
    ...(scenario !== undefined && { scenario }),
    ...(settings && { settings }),
  })
}

function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name)
}

function stateOf(world: World) {
  const { seed, scenario, startedAt, version } = world
  return { seed, scenario, startedAt: isoTime(startedAt), now: isoTime(world.now()), version }
}

function timeOf(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new Error(`${text} is no time; write RFC 3339.`)
  return time
}

function userOf(world: World, username: string) {
  const user = world.tables.users.find(row => row.username === username)
  if (!user) throw new Error(`There is no user ${username}.`)
  return user
}

function required<Value>(value: Value | null | undefined, name: string): Value {
  if (!value) throw new Error(`${name} is missing.`)
  return value
}
