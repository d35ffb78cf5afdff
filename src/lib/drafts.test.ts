// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { drafts } from './drafts'

afterEach(() => {
  vi.restoreAllMocks()
  drafts.clear()
  sessionStorage.clear()
})

/** Can be read and emptied, but setItem throws. */
const fill = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

const forbid = () =>
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })

describe('G08 drafts', () => {
  test('survive a reload, by user and field', () => {
    drafts.set(7, 'flag.101', 'flag{a')
    drafts.set(7, 'exam.1', 'the report')
    expect(drafts.get(7, 'flag.101')).toBe('flag{a')
    expect(drafts.get(7, 'exam.1')).toBe('the report')
    expect(drafts.get(7, 'flag.102')).toBe('')
    expect(sessionStorage.getItem('flagship.draft.7.flag.101')).toBe('flag{a')
  })

  test('are removed when emptied', () => {
    drafts.set(7, 'flag.101', 'flag{a')
    drafts.set(7, 'flag.101', '')
    expect(drafts.get(7, 'flag.101')).toBe('')
    expect(sessionStorage).toHaveLength(0)
  })

  test('A20 are removed as soon as another user types, and nothing else is', () => {
    sessionStorage.setItem('theirs', 'stays')
    drafts.set(7, 'flag.101', 'flag{a')
    drafts.set(70, 'flag.101', 'flag{b')
    expect(drafts.get(70, 'flag.101')).toBe('flag{b')
    expect(Object.keys(sessionStorage).sort()).toEqual(['flagship.draft.70.flag.101', 'theirs'])
    expect(drafts.get(7, 'flag.101')).toBe('')
  })

  test('A20 are removed for a user whose id begins with the same digits too', () => {
    drafts.set(70, 'flag.101', 'flag{b')
    drafts.get(7, 'flag.101')
    expect(sessionStorage).toHaveLength(0)
  })

  test('survive the moment without a user at the end of a session', () => {
    drafts.set(7, 'flag.101', 'flag{a')
    expect(drafts.get(0, 'flag.101')).toBe('')
    expect(drafts.get(7, 'flag.101')).toBe('flag{a')
  })

  test('are truncated to a reasonable length', () => {
    sessionStorage.setItem('flagship.draft.7.exam.1', 'x'.repeat(20_001))
    expect(drafts.get(7, 'exam.1')).toHaveLength(20_000)
  })
})

describe('S01 S02 without storage space or without storage,', () => {
  test.each([
    ['full', fill],
    ['forbidden', forbid],
  ])('%s: live in memory for their user', (_, take) => {
    const taken = take()
    drafts.set(7, 'flag.101', 'flag{a')
    drafts.set(7, 'flag.102', 'flag{c')
    expect(drafts.get(7, 'flag.101')).toBe('flag{a')
    drafts.set(7, 'flag.101', '')
    expect(drafts.get(7, 'flag.101')).toBe('')
    expect(drafts.get(8, 'flag.101')).toBe('')
    expect(drafts.get(7, 'flag.102')).toBe('')
    taken.mockRestore()
  })

  test('are stored again once there is space', () => {
    const taken = fill()
    drafts.set(7, 'flag.101', 'flag{a')
    taken.mockRestore()
    drafts.set(7, 'flag.101', 'flag{ab')
    sessionStorage.setItem('flagship.draft.7.flag.101', 'as after a reload')
    expect(drafts.get(7, 'flag.101')).toBe('as after a reload')
  })
})
