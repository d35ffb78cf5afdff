// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { drafts } from './drafts'

afterEach(() => {
  vi.restoreAllMocks()
  drafts.clear()
  sessionStorage.clear()
})

/** A store that reads and removes, and has no room for anything more. */
const fill = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

const forbid = () =>
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })

describe('G08 what was typed and not accepted', () => {
  test('is there again after a reload, by person and place', () => {
    drafts.set(7, 'flag.101', 'flag{a')
    drafts.set(7, 'exam.1', 'the report')
    expect(drafts.get(7, 'flag.101')).toBe('flag{a')
    expect(drafts.get(7, 'exam.1')).toBe('the report')
    expect(drafts.get(7, 'flag.102')).toBe('')
    expect(sessionStorage.getItem('flagship.draft.7.flag.101')).toBe('flag{a')
  })

  test('goes when it is emptied', () => {
    drafts.set(7, 'flag.101', 'flag{a')
    drafts.set(7, 'flag.101', '')
    expect(drafts.get(7, 'flag.101')).toBe('')
    expect(sessionStorage).toHaveLength(0)
  })

  test('A20 is gone as soon as another person types here, and nothing else with it', () => {
    sessionStorage.setItem('theirs', 'stays')
    drafts.set(7, 'flag.101', 'flag{a')
    drafts.set(70, 'flag.101', 'flag{b')
    expect(drafts.get(70, 'flag.101')).toBe('flag{b')
    expect(Object.keys(sessionStorage).sort()).toEqual(['flagship.draft.70.flag.101', 'theirs'])
    expect(drafts.get(7, 'flag.101')).toBe('')
  })

  test('outlasts the moment at the end of a session when nobody is there', () => {
    drafts.set(7, 'flag.101', 'flag{a')
    expect(drafts.get(0, 'flag.101')).toBe('')
    expect(drafts.get(7, 'flag.101')).toBe('flag{a')
  })

  test('is read up to a length that a page can show', () => {
    sessionStorage.setItem('flagship.draft.7.exam.1', 'x'.repeat(20_001))
    expect(drafts.get(7, 'exam.1')).toHaveLength(20_000)
  })
})

describe('S01 S02 without room, or without a store at all,', () => {
  test.each([
    ['full', fill],
    ['forbidden', forbid],
  ])('%s: it lives until the page is closed, for its person alone', (_, take) => {
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

  test('what is typed when there is room again is what a reload brings back', () => {
    const taken = fill()
    drafts.set(7, 'flag.101', 'flag{a')
    taken.mockRestore()
    drafts.set(7, 'flag.101', 'flag{ab')
    sessionStorage.setItem('flagship.draft.7.flag.101', 'as after a reload')
    expect(drafts.get(7, 'flag.101')).toBe('as after a reload')
  })
})
