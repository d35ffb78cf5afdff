import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FlagResult } from '../../../packages/contract/schema.gen'
import { clearTabData } from '../../lib/drafts'
import { storage } from '../../lib/storage'
import { addSentFlags, flagLog, readSentFlags } from './flag-storage'
import { countSolvedFlags, getFlagProblem, getOutcome, parseFlagLines, wasCounted } from './model'

/** `a+` correct, `a=` already solved, `a-` incorrect, `a?` unknown verdict. */
const verdicts = new Map([
  ['+', 'correct'],
  ['=', 'already_solved'],
  ['-', 'incorrect'],
])
const result = (text: string): FlagResult => ({
  flag: text.slice(0, -1),
  verdict: (verdicts.get(text.slice(-1)) ?? 'later') as NonNullable<FlagResult['verdict']>,
})

describe('remaining lines are matched by flag, and nothing typed is lost', () => {
  test.each<[string, sent: string[], results: string[], kept: string[]]>([
    ['one verdict per line', ['a', 'b', 'c', 'd'], ['a+', 'b-', 'c=', 'd?'], ['b', 'd']],
    ['another order', ['a', 'b'], ['b-', 'a+'], ['b']],
    ['each distinct flag once', ['a', 'a', 'b'], ['a+', 'b-'], ['b']],
    ['a flag twice, found by its first line', ['a', 'a'], ['a+', 'a='], []],
    ['trimmed by the server', [' a', 'b '], ['b-', 'a+'], ['b ']],
    ['same except for a space', ['a', ' a'], ['a-', ' a+'], ['a']],
    ['written otherwise, a verdict a line', ['a', 'b'], ['A+', 'B-'], ['b']],
    ['written otherwise, verdicts missing', ['a', 'a', 'b'], ['A-', 'B+'], ['a', 'a', 'b']],
    ['the verdict at its index belongs to another line', ['x', 'a'], ['a+', 'Y-'], ['x']],
    ['no verdict', ['a', 'b'], ['a+'], ['b']],
    ['one verdict too many', ['a'], ['z+', 'a-'], ['a']],
  ])('%s', (_, sent, results, remaining) => {
    const counts = { flags_total: 9, flags_solved: 1, points_earned: 0, solved: false }
    const answer = { ...counts, results: results.map(result) }
    expect(getOutcome(sent, answer, { flagsSolved: 1, flagsTotal: 9 }).remaining).toBe(remaining.join('\n'))
  })
})

test.each([
  ['nothing', {}, undefined, null],
  ['only unsolved, of several flags', { flags_total: 3 }, { solved: false }, null],
  ['unsolved, of one flag', { flags_total: 1 }, { solved: false }, 0],
  ['solved', { flags_total: 3 }, { solved: true }, 3],
  ['a count', { flags_total: 3, flags: [{ solved: true }] }, { flags_solved: 2 }, 2],
  ['its flags', { flags: [{ solved: true }, { solved: false }] }, undefined, 1],
  ['some of its flags', { flags: [{ solved: true }, {}] }, undefined, null],
])('solved flags of a task that says %s', (_, task, status, solved) => {
  expect(countSolvedFlags({ flags: [], ...task }, status && { task_id: 1, ...status })).toBe(solved)
})

test.each<[before: number | null, total: number | undefined, after: number | null, counted: boolean | null]>([
  [1, 3, 2, true],
  [1, 3, 1, false],
  [1, undefined, null, null],
  [null, 3, 3, true],
  [null, 3, 1, null],
  [null, 3, 0, false],
  [null, undefined, 1, null],
])('of %s solved flags of %s before and %s after, one was counted: %s', (before, total, after, counted) => {
  expect(wasCounted({ flagsSolved: before, flagsTotal: total }, after)).toBe(counted)
})

test.each([
  [
    'the server does not say how many flags there are',
    { flagsSolved: null, flagsTotal: undefined },
    false,
    undefined,
  ],
  ['the server does not say how many are solved', { flagsSolved: null, flagsTotal: 3 }, false, undefined],
  ['the task has one flag', { flagsSolved: null, flagsTotal: 1 }, true, 0],
])('a right flag where %s', (_, counts, isSolved, left) => {
  const outcome = getOutcome(['a'], { results: [result('a+')] }, counts)
  expect([outcome.isSolved, outcome.left]).toEqual([isSolved, left])
})

const target = { userId: 1, groupId: 1, taskId: 101 }
const stored = () => storage.get('flagship.flagLog') ?? ''
const recordWrong = (...wrong: string[]) => flagLog.record(target, { wrong, right: [] })

beforeEach(() => storage.remove('flagship.flagLog'))
afterEach(() => vi.unstubAllGlobals())

test('V06 recognizes a wrong flag without storing it', async () => {
  await recordWrong('flag{secret}')
  expect(await flagLog.findWrong(target, ['flag{secret}', 'flag{other}', ' flag{secret} '])).toEqual(
    new Set(['flag{secret}', ' flag{secret} ']),
  )
  expect(stored()).toMatch(/^[\w+/]{22}$/)
})

test.each([
  ['user', { ...target, userId: 2 }],
  ['group', { ...target, groupId: 2 }],
  ['task', { ...target, taskId: 102 }],
])('another %s has an empty log', async (_, other) => {
  await recordWrong('flag{secret}')
  expect(await flagLog.findWrong(other, ['flag{secret}'])).toEqual(new Set())
})

test('removes flags that turned out right, appends the newest and has no duplicates', async () => {
  await recordWrong('flag{a}', 'flag{b}')
  await recordWrong('flag{a}')
  const [first, second] = stored().split(' ')
  await flagLog.record(target, { wrong: [], right: ['flag{b}'] })
  expect(stored()).toBe(second)
  expect(await flagLog.findWrong(target, ['flag{a}', 'flag{b}'])).toEqual(new Set(['flag{a}']))
  expect(first).not.toBe(second)
})

test('stays within the limit of the registry', async () => {
  for (let round = 0; round < 20; round += 1) {
    await recordWrong(...Array.from({ length: 50 }, (_, at) => `flag{${round}_${at}}`))
  }
  expect(stored().length).toBeGreaterThan(10_000)
  expect(stored().length).toBeLessThan(20_000)
  expect(await flagLog.findWrong(target, ['flag{19_49}', 'flag{0_0}'])).toEqual(new Set(['flag{19_49}']))
})

test('remembers nothing without crypto.subtle', async () => {
  await recordWrong('flag{a}')
  const before = stored()
  vi.stubGlobal('crypto', {})
  await recordWrong('flag{b}')
  expect(stored()).toBe(before)
  expect(await flagLog.findWrong(target, ['flag{a}', ''])).toEqual(new Set())
})

test('separates hashes, and does not write unchanged ones', async () => {
  await recordWrong('flag{a}', 'flag{b}')
  expect(stored()).toMatch(/^[\w+/]{22} [\w+/]{22}$/)
  const set = vi.spyOn(storage, 'set')
  await flagLog.record(target, { wrong: [], right: ['flag{c}'] })
  expect(set).not.toHaveBeenCalled()
  set.mockRestore()
})

test('lines without visible characters are no flags', () => {
  const lines = parseFlagLines(' \n\u200b\r\n')
  expect([lines, getFlagProblem(lines)]).toEqual([[], 'empty'])
  expect(parseFlagLines(' a \r\nb')).toEqual([' a ', 'b'])
})

test('the limits of a submission are inclusive', () => {
  const flags = Array.from({ length: 50 }, (_, at) => String(at).padEnd(500, 'x'))
  expect(getFlagProblem(flags)).toBeNull()
  expect(getFlagProblem([...flags, 'x'])).toBe('tooMany')
  expect(getFlagProblem(['x'.repeat(501)])).toBe('tooLong')
})

test('the list of sent flags keeps the newest 50, oldest first', () => {
  // As after a login, whatever tests in this worker have ended a session.
  clearTabData(target.userId)
  for (let at = 1; at <= 60; at += 1)
    addSentFlags(target, [{ flag: `flag{secret_${at}}`, variant: at > 59 ? 'correct' : 'incorrect' }])
  const looks = readSentFlags(target).map(({ look }) => look)
  expect([looks.length, looks.indexOf('correct')]).toEqual([50, 49])
  clearTabData()
})
