import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LabEndpoint, LabStatus } from '../../../packages/contract/schema.gen'
import { clock } from '../../lib/clock'
import { storage } from '../../lib/storage'
import { installFakeClock } from '../../test/fake-clock'
import { labHistory, recordStartClick, recordStatus } from './lab-storage'
import {
  getLabAddress,
  getLabWarning,
  type LabState,
  labCan,
  labState,
  mergeLabStatus,
  setRequestTime,
  shareLabStatus,
  toLabView,
} from './model'

const noon = Date.UTC(2026, 9, 5, 12)
const at = (seconds: number) => new Date(noon + seconds * 1000).toISOString()

const ready: LabStatus = {
  status: 'ready',
  started_at: at(-600),
  expires_at: at(3600),
  extend_from: at(1800),
  expected_seconds: 60,
  endpoints: [{ label: 'Site', protocol: 'http', host: 'lab.example', port: 80, url: 'http://lab.example/' }],
}
const view = (status: unknown, seconds = 0, facts = {}) =>
  toLabView(status as LabStatus, { now: noon + seconds * 1000, ...facts })

describe('T07 the state by the response', () => {
  test.each<[unknown, LabState]>([
    [{ status: 'off' }, 'off'],
    [{ status: 'starting' }, 'starting'],
    [{ status: 'ready' }, 'ready'],
    [{ status: 'stopping' }, 'unknown'],
    [{ status: 'constructor' }, 'unknown'],
    [{ status: '__proto__' }, 'unknown'],
    [{ status: null }, 'unknown'],
    [{ status: ['ready'] }, 'unknown'],
    [{}, 'unknown'],
    [null, 'unknown'],
    [undefined, 'unknown'],
  ])('%j is %s', (status, state) => expect(labState(status as LabStatus)).toBe(state))

  test.each([
    ['times that are none', { started_at: 'soon', expires_at: 5e99, extend_from: {} }],
    ['endpoints that are no list', { endpoints: 'lab.example' }],
    [
      'endpoints of another shape',
      { endpoints: [null, 1, 'x', { host: 5, port: 80 }, { host: 'a', port: '80' }] },
    ],
    ['a negative usual time', { expected_seconds: -5 }],
  ])('malformed %s affect only themselves', (_, drift) => {
    const { state, endpoints, usual, left } = view({ ...ready, ...drift })
    expect(state).toBe('ready')
    expect(usual).toBe(60)
    expect(left === null || left === 3600).toBe(true)
    if ('endpoints' in drift) expect(endpoints).toEqual([])
  })
})

describe('allowed actions', () => {
  const open = { isTaskOpen: true, extendIn: 0 }
  test.each<[LabState, boolean, boolean, boolean, boolean]>([
    ['off', true, false, false, false],
    ['starting', false, true, true, false],
    ['ready', false, true, true, true],
    ['unknown', false, true, true, false],
  ])('%s: start %s, stop %s, restart %s, extend %s', (state, start, stop, restart, extend) => {
    expect(labCan.start({ state, ...open })).toBe(start)
    expect(labCan.stop({ state })).toBe(stop)
    expect(labCan.restart({ state, ...open })).toBe(restart)
    expect(labCan.extend({ state, ...open })).toBe(extend)
  })

  test('a disabled task allows no start, no restart and no extension, only a stop', () => {
    const closed = { isTaskOpen: false, extendIn: 0 }
    expect(labCan.start({ state: 'off', ...closed })).toBe(false)
    expect(labCan.extend({ state: 'ready', ...closed })).toBe(false)
    expect(labCan.restart({ state: 'ready', ...closed })).toBe(false)
    expect(labCan.stop({ state: 'ready' })).toBe(true)
  })

  test('cannot be extended before its time', () => {
    expect(labCan.extend(view(ready, 1799))).toBe(false)
    expect(labCan.extend(view(ready, 1800))).toBe(true)
    expect(labCan.extend(view({ ...ready, extend_from: undefined }))).toBe(true)
  })
})

describe('times', () => {
  test.each([
    [0, 3600],
    [3599.2, 1],
    [3600, 0],
    [9999, 0],
  ])('T08 after %s s, %s s are left, never less than none', (seconds, left) =>
    expect(view(ready, seconds).left).toBe(left),
  )

  test.each([
    [3000, 10],
    [2999, null],
    [3479, 10],
    [3480, 2],
    [3600, 2],
  ])('after %s s, the warning is %s', (seconds, warning) =>
    expect(getLabWarning(view(ready, seconds))).toBe(warning),
  )

  test('a start is measured from its moment and slow above the usual duration', () => {
    const starting = { status: 'starting', started_at: at(0), expected_seconds: 60, endpoints: [] }
    expect(view(starting, 30)).toMatchObject({ elapsed: 30, usual: 60, isSlow: false })
    expect(view(starting, 61).isSlow).toBe(true)
    expect(view(starting, -5).elapsed).toBe(0)
    const own = { typical: { p50: 20, p90: 90 } }
    expect(view(starting, 61, own)).toMatchObject({ usual: 90, half: 20, isSlow: false })
    expect(view(starting, 91, own).isSlow).toBe(true)
    // After nine quick starts, half of the expected time isn't slow.
    expect(view(starting, 59, { typical: { p50: 5, p90: 8 } }).isSlow).toBe(false)
  })

  test('shows the new end before the click: by the known lifetime, else from this run', () => {
    expect(view(ready, 0, { life: 5400 })).toMatchObject({
      extendsTo: noon + 5400_000,
      isExtensionGuessed: false,
    })
    // From 10 minutes ago, minus a minute of start, to an hour from now.
    expect(view(ready)).toMatchObject({
      extendsTo: noon + (600 - 60 + 3600) * 1000,
      isExtensionGuessed: true,
    })
    expect(view({ ...ready, started_at: undefined }).extendsTo).toBeNull()
  })

  test('E04 an end without an offset is unreadable; a missing one is not', () => {
    const withEnd = (expires_at: string | undefined) => view({ ...ready, expires_at })
    expect(withEnd('2026-10-05T21:00:00')).toMatchObject({ left: null, isEndUnreadable: true })
    expect(withEnd(undefined)).toMatchObject({ left: null, isEndUnreadable: false })
  })

  test("the server's error is limited in length and shown only when off", () => {
    expect(view({ status: 'off', endpoints: [], error: 'x'.repeat(5000) }).error).toHaveLength(2000)
    expect(view({ status: 'off', endpoints: [], error: { toString: 'x' } }).error).toBeNull()
    expect(view({ ...ready, error: 'old' }).error).toBeNull()
  })
})

const first = '2026-10-05T12:00:00Z'
const second = '2026-10-05T13:00:00Z'
const answer = (status: string, started_at?: string): LabStatus =>
  ({ status, endpoints: [], ...(started_at && { started_at }) }) as LabStatus

describe('T03 which status wins', () => {
  test.each<[string, LabStatus | undefined, LabStatus, string]>([
    ['the first', undefined, answer('starting', first), 'starting'],
    ['a step on', answer('starting', first), answer('ready', first), 'ready'],
    ['a step back', answer('ready', first), answer('starting', first), 'ready'],
    ['a step back without times', answer('ready'), answer('starting'), 'ready'],
    ['an end', answer('ready', first), answer('off'), 'off'],
    ['a late status of a stopped deploy', answer('off', first), answer('ready', first), 'off'],
    ['the next deploy', answer('off', first), answer('starting', second), 'starting'],
    ['an earlier deploy', answer('starting', second), answer('ready', first), 'starting'],
    ['a start after an unknown end', answer('off'), answer('starting', first), 'starting'],
    ['a new state', answer('ready', first), answer('stopping', first), 'stopping'],
    ['a known state after it', answer('stopping', first), answer('starting', first), 'starting'],
  ])('%s', (_, old, next, status) => expect(mergeLabStatus(old, next).status).toBe(status))

  test('an end keeps the start of its deploy', () => {
    const ended = mergeLabStatus(answer('ready', first), answer('off'))
    expect(ended.started_at).toBe(first)
    expect(mergeLabStatus(ended, answer('off')).started_at).toBe(first)
    expect(mergeLabStatus(ended, answer('starting', first)).status).toBe('off')
  })

  test.each([
    ['before the end had come', -1, 'off'],
    ['after the end had come', 1, 'ready'],
  ])('a running deploy that was requested %s', (_, seconds, state) => {
    installFakeClock()
    const end = clock.elapsed()
    const ended = shareLabStatus(answer('starting', first), answer('off')) as LabStatus
    const next = setRequestTime(answer('ready', first), end + seconds * 1000)
    expect(mergeLabStatus(ended, next).status).toBe(state)
    expect((shareLabStatus(ended, next) as LabStatus).status).toBe(state)
  })

  test('T03 the state of one deploy never goes back, for any order and number of responses', () => {
    const ranks: Record<string, number> = { starting: 1, ready: 2, off: 3 }
    const answers = fc.array(fc.constantFrom('starting', 'ready', 'off'), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(answers, states => {
        let known: LabStatus | undefined
        let highest = 0
        for (const state of states) {
          known = mergeLabStatus(known, answer(state, first))
          const rank = ranks[known.status] ?? 0
          expect(rank).toBeGreaterThanOrEqual(highest)
          expect(rank).toBe(Math.max(highest, ranks[state] ?? 0))
          highest = rank
          // A duplicate response changes nothing.
          expect(mergeLabStatus(known, known)).toEqual(known)
        }
      }),
      { seed: 3, numRuns: 300 },
    )
  })
})

const address = (endpoint: Partial<LabEndpoint>) =>
  getLabAddress({ label: 'x', protocol: 'http', host: 'lab.example', port: 8080, ...endpoint })

test.each([
  ['http', { url: 'http://lab.example:8080/' }, 'http://lab.example:8080/', 'http://lab.example:8080/'],
  [
    'https in capitals',
    { protocol: 'HTTPS', url: 'https://lab.example/' },
    'https://lab.example/',
    'https://lab.example/',
  ],
  ['T07 http without a url', {}, 'lab.example:8080', null],
  ['ssh', { protocol: 'ssh', port: 22 }, 'ssh -p 22 lab.example', null],
  ['tcp', { protocol: 'tcp', port: 1337 }, 'nc lab.example 1337', null],
  ['tcp over IPv6', { protocol: 'tcp', host: '2001:db8::7', port: 1 }, 'nc 2001:db8::7 1', null],
  ['another protocol', { protocol: 'rdp', port: 3389 }, 'lab.example:3389', null],
])('%s', (_, endpoint, main, href) => expect(address(endpoint)).toMatchObject({ main, href }))

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:http://lab.example/1',
  'vbscript:x',
  'file:///etc/passwd',
  '//lab.example',
  '\\\\lab.example',
  'http://user@lab.example/',
  'http://user:secret@lab.example/',
  ' http:lab.example',
])('X10 %s is plain text, never a link', url =>
  expect(address({ url })).toMatchObject({ main: url, href: null }),
)

test.each(['-oProxyCommand=calc', 'a; rm -rf ~', 'a$(b)', '`b`', 'a b', '', 'a\nb'])(
  'a host like %j has no command',
  host => expect(address({ protocol: 'ssh', host }).isCommand).toBe(false),
)

test('host and port can be copied separately', () => {
  expect(address({ protocol: 'ssh' }).hostPort).toBe('lab.example:8080')
  expect(address({}).hostPort).toBeNull()
  expect(address({ protocol: 'tcp', host: '::1', port: 5 }).hostPort).toBe('[::1]:5')
})

beforeEach(() => storage.remove('flagship.labStarts'))

describe('start durations', () => {
  test("uses the task's own starts, else those of all tasks, else nothing", () => {
    expect(labHistory.typicalStart(104)).toBeNull()
    for (const seconds of [10, 40, 20, 30, 50]) labHistory.recordStart(104, seconds)
    expect(labHistory.typicalStart(104)).toEqual({ p50: 30, p90: 50 })
    expect(labHistory.typicalStart(205)).toEqual({ p50: 30, p90: 50 })
    labHistory.recordStart(205, 7.4)
    expect(labHistory.typicalStart(205)).toEqual({ p50: 7, p90: 7 })
  })

  test('keeps the last ten and ignores those over an hour', () => {
    for (let count = 0; count < 30; count += 1) labHistory.recordStart(104, 60)
    for (let count = 0; count < 10; count += 1) labHistory.recordStart(104, 20)
    labHistory.recordStart(104, 99_999)
    expect(labHistory.typicalStart(104)).toEqual({ p50: 20, p90: 20 })
  })

  test('measures a click once: an extension is no second start', () => {
    const { advance } = installFakeClock()
    const task = { groupId: 1, taskId: 104 }
    recordStartClick(task)
    advance(20_000)
    recordStatus(task, ready)
    advance(600_000)
    recordStatus(task, ready)
    expect(labHistory.typicalStart(104)).toEqual({ p50: 20, p90: 20 })
  })

  test('stores the lifetime beside them', () => {
    labHistory.recordStart(104, 20)
    labHistory.recordLife(104, 5400)
    expect(labHistory.life(104)).toBe(5400)
    expect(labHistory.typicalStart(104)?.p50).toBe(20)
    expect(labHistory.life(205)).toBeNull()
  })

  test('a hundred tasks fit into the limit of the registry', () => {
    for (let task = 1; task <= 150; task += 1) {
      for (let count = 0; count < 10; count += 1) labHistory.recordStart(1_000_000_000 + task, 3600)
      labHistory.recordLife(1_000_000_000 + task, 86_400)
    }
    expect(storage.get('flagship.labStarts')).not.toBeNull()
    expect(labHistory.life(1_000_000_150)).toBe(86_400)
    expect(labHistory.life(1_000_000_001)).toBeNull()
  })

  test.each([
    '',
    'null',
    '{}',
    '[[1]]',
    '[["__proto__",{"starts":[1]}]]',
    '[[1,{"starts":["x",-1,1e9]}]]',
    '[[',
    '7',
  ])('ignores %j in the storage', raw => {
    storage.set('flagship.labStarts', raw)
    expect(labHistory.typicalStart(1)).toBeNull()
    expect(labHistory.life(1)).toBeNull()
  })
})
