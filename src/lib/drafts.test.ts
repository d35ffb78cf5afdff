// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearTabData, drafts } from './drafts'

beforeEach(() => clearTabData(7))
afterEach(() => {
  vi.restoreAllMocks()
  clearTabData()
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

  test('A20 go when another user signs in, and nothing else does', () => {
    sessionStorage.setItem('theirs', 'stays')
    sessionStorage.setItem('flagship.lms.7.1', '[]')
    drafts.set(7, 'flag.101', 'flag{a')
    clearTabData(70)
    drafts.set(70, 'flag.101', 'flag{b')
    sessionStorage.setItem('flagship.lms.70.1', '[]')
    clearTabData(70)
    const left = ['flagship.draft.70.flag.101', 'flagship.lms.70.1', 'theirs']
    expect(Object.keys(sessionStorage).sort()).toEqual(left)
    expect([drafts.get(7, 'flag.101'), drafts.get(70, 'flag.101')]).toEqual(['', 'flag{b'])
    expect(drafts.fields(70)).toEqual(['flag.101'])
  })

  test('V04 go with a logout, and a late answer brings none back', () => {
    drafts.set(7, 'flag.101', 'flag{a')
    drafts.set(7, 'flag.101.sent', '[]')
    clearTabData()
    drafts.set(7, 'flag.101', 'flag{a')
    expect(sessionStorage).toHaveLength(0)
    expect([drafts.get(7, 'flag.101'), drafts.fields(7)]).toEqual(['', []])
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
    clearTabData(8)
    expect([drafts.get(7, 'flag.102'), drafts.fields(7)]).toEqual(['', []])
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
