import { describe, expect, test } from 'vitest'
import { areLmsNames, parseTaskLocation } from './lms'

describe('X14 valid LMS names', () => {
  const names = ['4101', 'sec-autumn-26', 'ИБ-2026', 'PS 2026', 'PS:A', '.git', 'a/b', '<b>', '__proto__']
  test.each([...names, 'x'.repeat(64), '🔑'.repeat(64)])('%j', name => {
    expect(areLmsNames({ mnemonic: name, gitlabId: name })).toBe(true)
  })

  test.each(['', 'x'.repeat(65), 'a\u0000b', 'a\nb', '\u007f', '\u0085'])('rejects %j', name => {
    expect(areLmsNames({ mnemonic: name, gitlabId: '1' })).toBe(false)
    expect(areLmsNames({ mnemonic: 'a', gitlabId: name })).toBe(false)
  })
})

describe('N02 a task needs two valid ids', () => {
  test('accepts numbers', () => {
    expect(parseTaskLocation({ group_id: 1, task_id: 101 })).toEqual({ groupId: 1, taskId: 101 })
  })

  test.each<[name: string, answer: object]>([
    ['numbers as texts', { group_id: '1', task_id: '101' }],
    ['a path', { group_id: 1, task_id: '../../competencies' }],
    ['a path for the group', { group_id: '..', task_id: 101 }],
    ['zero', { group_id: 0, task_id: 101 }],
    ['negative', { group_id: 1, task_id: -101 }],
    ['a fraction', { group_id: 1.5, task_id: 101 }],
    ['too large', { group_id: 1, task_id: 2 ** 31 }],
    ['infinite', { group_id: 1, task_id: Number.POSITIVE_INFINITY }],
    ['large enough for an exponent', { group_id: 1, task_id: 1e300 }],
    ['a list', { group_id: [1], task_id: [101] }],
    ['null', { group_id: null, task_id: 101 }],
    ['absent', {}],
    ['a list of places', [{ group_id: 1, task_id: 101 }]],
  ])('%s', (_, answer) => expect(parseTaskLocation(answer)).toBeNull())
})
