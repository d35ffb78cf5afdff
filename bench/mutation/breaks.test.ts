import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { breakGroups } from './all-breaks'
import { applyBreak, type Break } from './break'
import { judgeRun } from './judge-run'

const breaks = breakGroups.flatMap(group => group.breaks)

describe('the known breaks', () => {
  it('can all still be made, each in its own file', () => {
    for (const one of breaks) expect(() => applyBreak(readFileSync(one.file, 'utf8'), one)).not.toThrow()
  })

  it('have names of their own, and tests that are there', () => {
    expect(new Set(breaks.map(({ name }) => name)).size).toBe(breaks.length)
    const missing = breaks.flatMap(({ tests }) => tests).filter(file => !existsSync(file))
    expect(missing).toEqual([])
    expect(breaks.filter(({ tests }) => tests.length === 0)).toEqual([])
  })
})

const sample: Break = { name: 'x', file: 'a.ts', find: 'one', replace: '$& two', tests: ['a.test.ts'] }

it('a break is made of its exact text, or not at all', () => {
  expect(applyBreak('zero one', sample)).toBe('zero $& two')
  expect(() => applyBreak('zero', sample)).toThrow('stands 0 times in a.ts')
  expect(() => applyBreak('one one', sample)).toThrow('stands 2 times in a.ts')
  expect(() => applyBreak('one', { ...sample, replace: 'one' })).toThrow('changes nothing')
})

describe('a break is caught by an assertion alone', () => {
  const good = { name: 'good', isRed: false, messages: [] }
  const redBy = (...messages: string[]) => ({ name: 'bad', isRed: true, messages })
  it.each([
    ['caught', [good, redBy('expected 1 to be 2')], false],
    ['caught', [redBy('Test timed out in 5000ms.', 'expected 1 to be 2')], false],
    ['late', [good, redBy('Test timed out in 5000ms.')], false],
    ['crashed', [], false],
    ['crashed', [good], true],
    ['green', [good], false],
  ])('%s', (outcome, tests, hasBrokenFile) => {
    expect(judgeRun({ tests, hasBrokenFile }).outcome).toBe(outcome)
  })
})
