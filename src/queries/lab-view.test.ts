import { describe, expect, test } from 'vitest'
import type { LabStatus } from '../api/schema.gen'
import { mutateBody } from '../test/response-fuzz/body-mutations'
import { getLabPollDelay } from './lab-poll-delay'
import { getLabWarning, type LabState, labCan, labState, toLabView } from './lab-view'
import { mergeLabStatus } from './merge-lab-status'

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
  test.each<[LabState, boolean, boolean, boolean]>([
    ['off', true, false, false],
    ['starting', false, true, false],
    ['ready', false, true, true],
    ['unknown', false, true, false],
  ])('%s: start %s, stop %s, extend %s', (state, start, stop, extend) => {
    expect(labCan.start({ state, ...open })).toBe(start)
    expect(labCan.stop({ state })).toBe(stop)
    expect(labCan.extend({ state, ...open })).toBe(extend)
  })

  test('a disabled task allows no start and no extension, only a stop', () => {
    const closed = { isTaskOpen: false, extendIn: 0 }
    expect(labCan.start({ state: 'off', ...closed })).toBe(false)
    expect(labCan.extend({ state: 'ready', ...closed })).toBe(false)
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

  test("the server's error is limited in length and shown only when off", () => {
    expect(view({ status: 'off', endpoints: [], error: 'x'.repeat(5000) }).error).toHaveLength(2000)
    expect(view({ status: 'off', endpoints: [], error: { toString: 'x' } }).error).toBeNull()
    expect(view({ ...ready, error: 'old' }).error).toBeNull()
  })
})

describe('N02 accepts any response', () => {
  const mutants = mutateBody({ ...ready, error: 'why' })
  test('every property is changed', () => expect(mutants.length).toBeGreaterThan(40))

  test.each(mutants)('$name', ({ body }) => {
    const status = mergeLabStatus(ready, (body ?? {}) as LabStatus)
    const made = view(status, 60)
    const numbers = Object.values(made).filter(value => typeof value === 'number')
    expect(numbers.every(value => Number.isFinite(value) && value >= 0)).toBe(true)
    expect(getLabPollDelay(made)).not.toBeNaN()
    expect(made.endpoints.every(({ host }) => ['string', 'undefined'].includes(typeof host))).toBe(true)
  })
})
