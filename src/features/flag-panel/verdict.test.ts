import { describe, expect, test } from 'vitest'
import type { FlagResult } from '../../api/schema.gen'
import { getOutcome } from './verdict'

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
