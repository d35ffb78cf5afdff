import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api/errors'
import { checkPasswordForm, getFailedField } from './password-rules'

describe('validates before sending', () => {
  test.each([
    ['old pass', 'gora-reka-41', 'gora-reka-41', null],
    [null, 'gora-reka-41', 'gora-reka-41', null],
    ['', 'gora-reka-41', 'gora-reka-41', { old_password: 'missing' }],
    ['old', '', '', { new_password: 'missing' }],
    ['old', 'gora-reka-41', '', { confirmation: 'missing' }],
    ['', '', 'gora', { old_password: 'missing', new_password: 'missing' }],
    // Match first, then length.
    ['old', 'short', 'other', { confirmation: 'passwordsDiffer' }],
    ['old', 'short', 'short', { new_password: 'passwordShort' }],
    ['old', '1234567', '1234567', { new_password: 'passwordShort' }],
    ['old', '12345678', '12345678', null],
    ['old', '🚩'.repeat(7), '🚩'.repeat(7), { new_password: 'passwordShort' }],
    ['old', 'x'.repeat(129), 'x'.repeat(129), { new_password: 'passwordLong' }],
    // Login trims the password, so it would never match.
    ['old', ' gora-reka-41', ' gora-reka-41', { new_password: 'passwordEdges' }],
    [null, '        ', '        ', { new_password: 'passwordEdges' }],
  ] as const)('%j, %j, %j', (old, password, confirmation, problems) => {
    expect(checkPasswordForm(old, password, confirmation)).toEqual(problems)
  })
})

test.each([
  [{ detail: 'previous password is not valid' }, 'old_password'],
  [{ detail: 'Password must be at least 8 characters' }, 'new_password'],
  [{ detail: 'Passwords do not match' }, 'confirmation'],
  [{ fields: { old_password: 'too long' } }, 'old_password'],
  [{ fields: { new_password: 'too long' } }, 'new_password'],
  [{ fields: { other: 'x' } }, null],
  [{ detail: 'email not verified' }, null],
  [{}, null],
] as const)('the error %j belongs to %s', (facts, field) => {
  const error = new ApiError({
    kind: 'http',
    operation: 'patch /user/update/password',
    status: 422,
    ...facts,
  })
  expect(getFailedField(error)).toBe(field)
})
