import { describe, expect, test } from 'vitest'
import type { LmsUpload } from '../../../packages/contract/schema.gen'
import { mutateBody } from '../../test/body-mutations'
import { areLmsNames, parseTaskLocation } from './lms-task'
import { getUpdatedCount, groupReasons, parseUploadReport, toSafeText, type UploadReport } from './model'

const answer: LmsUpload = {
  status: 'sent',
  sent_count: 3,
  resend_count: 1,
  failed_count: 0,
  errors: [],
  message: 'ok',
}

const report = (changes: object): UploadReport | null =>
  parseUploadReport({ ...answer, ...changes } as unknown as LmsUpload)

describe('the response of an upload', () => {
  test.each([
    ['sent', {}, 'sent'],
    ['partially_sent', { failed_count: 2, errors: ['a', 'b'] }, 'partly'],
    ['sent', { failed_count: 1 }, 'partly'],
    ['sent', { errors: ['a'] }, 'partly'],
    ['sent', { failed_count: 1, sent_count: 0, resend_count: 0 }, 'none'],
    ['already_sent', {}, 'already'],
    ['already_sent', { sent_count: 0, resend_count: 0, failed_count: 3 }, 'none'],
    ['sent', { sent_count: '0', resend_count: '0', failed_count: '3' }, 'none'],
    ['lms_disabled', {}, 'disabled'],
    ['not_found', {}, 'missing'],
    ['success', {}, 'sent'],
    ['OK', { failed_count: 1, sent_count: 4, errors: ['a'] }, 'partly'],
    ['done', { failed_count: 2, sent_count: 0, resend_count: 0 }, 'none'],
    ['queued', { sent_count: 0, resend_count: 0 }, 'other'],
    ['queued', { failed_count: null }, 'other'],
    ['__proto__', { resend_count: 0, sent_count: 0 }, 'other'],
    [7, { resend_count: 0, sent_count: 0 }, 'other'],
  ])('%s %j is %s', (status, changes, expected) => {
    expect(report({ ...changes, status })?.status).toBe(expected)
  })

  test('reasons may come as an object by user', () => {
    expect(report({ errors: { ivanov: 'no such user', petrov: 'no grade' } })?.errors).toEqual([
      'ivanov: no such user',
      'petrov: no grade',
    ])
  })

  test('N11 a response with a status only has no counts', () => {
    expect(parseUploadReport({ status: 'not_found' })).toEqual({
      status: 'missing',
      code: 'not_found',
      sent: null,
      resent: null,
      failed: null,
      errors: [],
      message: '',
    })
  })

  test.each<[name: string, value: unknown]>([
    ['null', null],
    ['a text', 'sent'],
    ['a list', [answer]],
    ['an empty object', {}],
    ['a number', 7],
  ])('N05 returns null for %s', (_, value) => expect(parseUploadReport(value as LmsUpload)).toBeNull())

  test.each([[null], ['three'], ['-3'], [-1], [1.5], [Number.NaN], [1e300], [[]], [{}]])(
    'N02 %j is not a count',
    value => {
      expect(report({ sent_count: value, resend_count: value, failed_count: value })).toMatchObject({
        sent: null,
        resent: null,
        failed: null,
      })
      expect(getUpdatedCount({ updated: value as number })).toBeNull()
    },
  )

  test('N02 accepts counts in strings', () => {
    const counts = { sent_count: '3', resend_count: '0', failed_count: '2' }
    expect(report(counts)).toMatchObject({ status: 'partly', sent: 3, resent: 0, failed: 2 })
    expect(getUpdatedCount({ updated: '28' as unknown as number })).toBe(28)
  })

  test('N02 any single malformed field can be shown', () => {
    for (const { name, body } of mutateBody({ ...answer, errors: ['a'] })) {
      const said = JSON.stringify(parseUploadReport(body as LmsUpload))
      expect(said, name).not.toMatch(/\[object |undefined|NaN/)
      expect(said, name).toMatch(/^\{"status":"(sent|partly|other)"/)
    }
  })

  test('N02 drops lines that are not strings, and lists of another type', () => {
    expect(report({ errors: [null, 7, '', '  ', 'x', { a: 1 }, ['y']] })?.errors).toEqual(['x'])
    for (const errors of [null, 'x', 7, true]) expect(report({ errors })?.errors).toEqual([])
    expect(report({ message: { text: 'x' } })?.message).toBe('')
  })

  test('M01 X07 keeps at most a thousand lines of two thousand characters', () => {
    const errors = Array.from({ length: 1200 }, () => 'x'.repeat(3000))
    const parsed = report({ errors, message: 'x'.repeat(100_000), status: 'y'.repeat(10_000) })
    expect([parsed?.errors.length, parsed?.errors[0]?.length]).toEqual([1000, 2000])
    expect([parsed?.message.length, parsed?.code.length]).toEqual([2000, 64])
  })
})

test.each([
  ['=1+1', "'=1+1"],
  [' @SUM(A1)', "' @SUM(A1)"],
  ['\uff0dcmd', "'\uff0dcmd"],
  ['a\r\nb\u2028c\u202ed\0', 'a b c d'],
  ['1-2', '1-2'],
])('X07 X13 the reason %j is saved as %j', (reason, line) => {
  expect(toSafeText([reason, reason])).toBe(`${line}\n${line}\n`)
})

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

test('groups the reasons of failed solutions; a line of another form stands alone', () => {
  const lines = [
    'anna, «A: B»: closed',
    'Timeout',
    ': closed',
    'ivan, «A»: not found',
    'oleg, «B»: closed',
    '',
  ]
  expect(groupReasons(lines)).toEqual([
    { cause: 'closed', count: 3, concerned: ['anna, «A: B»', 'oleg, «B»'] },
    { cause: 'Timeout', count: 1, concerned: [] },
    { cause: 'not found', count: 1, concerned: ['ivan, «A»'] },
    { cause: '', count: 1, concerned: [] },
  ])
  // Equal lines that name no solution are counted too.
  expect(groupReasons(['Timeout', 'Timeout'])).toEqual([{ cause: 'Timeout', count: 2, concerned: [] }])
  expect(groupReasons([])).toEqual([])
})
