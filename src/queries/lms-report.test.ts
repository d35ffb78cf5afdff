import { describe, expect, test } from 'vitest'
import type { LmsUpload } from '../api/schema.gen'
import { mutantsOf } from '../test/body-mutants'
import { type UploadReport, updatedIn, uploadReportOf } from './lms-report'

const answer: LmsUpload = {
  status: 'sent',
  sent_count: 3,
  resend_count: 1,
  failed_count: 0,
  errors: [],
  message: 'ok',
}

const report = (changes: object): UploadReport | null =>
  uploadReportOf({ ...answer, ...changes } as unknown as LmsUpload)

describe('what an upload answered', () => {
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
    ['queued', {}, 'other'],
    ['__proto__', {}, 'other'],
    [7, {}, 'other'],
  ])('%s %j is %s', (status, changes, expected) => {
    expect(report({ ...changes, status })?.status).toBe(expected)
  })

  test('N11 a status only has no figures', () => {
    expect(uploadReportOf({ status: 'not_found' })).toEqual({
      status: 'missing',
      word: 'not_found',
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
  ])('N05 %s says nothing', (_, value) => expect(uploadReportOf(value as LmsUpload)).toBeNull())

  test.each([[null], ['three'], ['-3'], [-1], [1.5], [Number.NaN], [1e300], [[]], [{}]])(
    'N02 %j is no count',
    value => {
      expect(report({ sent_count: value, resend_count: value, failed_count: value })).toMatchObject({
        sent: null,
        resent: null,
        failed: null,
      })
      expect(updatedIn({ updated: value as number })).toBeNull()
    },
  )

  test('N02 counts that came as text are counts', () => {
    const counts = { sent_count: '3', resend_count: '0', failed_count: '2' }
    expect(report(counts)).toMatchObject({ status: 'partly', sent: 3, resent: 0, failed: 2 })
    expect(updatedIn({ updated: '28' as unknown as number })).toBe(28)
  })

  test('N02 whatever single thing of an answer drifts, what is read of it can be shown', () => {
    for (const { name, body } of mutantsOf({ ...answer, errors: ['a'] })) {
      const said = JSON.stringify(uploadReportOf(body as LmsUpload))
      expect(said, name).not.toMatch(/\[object |undefined|NaN/)
      expect(said, name).toMatch(/^\{"status":"(sent|partly|other)"/)
    }
  })

  test('N02 lines that are no text, and what is no list, are left out', () => {
    expect(report({ errors: [null, 7, '', '  ', 'x', { a: 1 }, ['y']] })?.errors).toEqual(['x'])
    for (const errors of [null, 'x', 7, { length: 1, 0: 'x' }]) expect(report({ errors })?.errors).toEqual([])
    expect(report({ message: { text: 'x' } })?.message).toBe('')
  })

  test('M01 X07 a thousand lines of two thousand characters are kept, and no more', () => {
    const errors = Array.from({ length: 1200 }, () => 'x'.repeat(3000))
    const kept = report({ errors, message: 'x'.repeat(100_000), status: 'y'.repeat(10_000) })
    expect([kept?.errors.length, kept?.errors[0]?.length]).toEqual([1000, 2000])
    expect([kept?.message.length, kept?.word.length]).toEqual([2000, 64])
  })
})
