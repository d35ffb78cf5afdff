import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api/errors'
import type { ErrorDetail } from '../../api/schema.gen'
import { getServerIssues, mayHaveRegistered, toFailure } from './registration-failure'

const operation = 'post /auth/register'
const http = (status: number, detail?: ErrorDetail) =>
  new ApiError({ kind: 'http', operation, status, detail })
const withFieldErrors = (fields: Record<string, string>) =>
  new ApiError({ kind: 'http', operation, status: 422, fields })

describe('N12 a registration failure keeps the HTTP status, 500 if unknown', () => {
  test.each([
    ['an error', http(409, 'User already registered'), 409],
    ['a gateway', http(502), 502],
    ['a broken connection', new ApiError({ kind: 'network', operation }), 500],
    ['no connection', new ApiError({ kind: 'offline', operation }), 500],
    ['an unreadable response', new ApiError({ kind: 'badResponse', operation, status: 200 }), 500],
    ['something else', new TypeError('x is not a function'), 500],
  ])('%s', (_, error, status) => {
    expect(toFailure(error, false).status).toBe(status)
  })
})

describe('maps an error to its fields', () => {
  test.each<[detail: ErrorDetail, status: number, fields: string[]]>([
    ['User already registered', 409, ['email']],
    ['Username already registered', 409, ['username']],
    ['Username can contain letters, numbers, underscores and hyphens', 422, ['username']],
    ['Password must be at least 8 characters', 422, ['password']],
    ['Passwords do not match', 422, ['confirmation']],
    ['Group with this invite code not found', 404, []],
    ['failed to send email', 503, []],
    ['common', 500, []],
  ])('%s', (detail, status, fields) => {
    expect(Object.keys(getServerIssues(http(status, detail)))).toEqual(fields)
  })

  test('maps a list of errors to known fields', () => {
    expect(getServerIssues(withFieldErrors({ username: 'too odd', captcha: 'missing' }))).toEqual({
      username: { by: 'server' },
    })
    expect(getServerIssues(withFieldErrors({ invite: 'bad pattern' }))).toEqual({})
    expect(toFailure(withFieldErrors({ invite: 'bad pattern' }), true).isInviteRefused).toBe(true)
    expect(getServerIssues(withFieldErrors({ constructor: 'x', __proto__: 'y' }))).toEqual({})
  })
})

test('only an error of the application means that no account was created', () => {
  expect(mayHaveRegistered(http(409, 'User already registered'))).toBe(false)
  expect(mayHaveRegistered(http(503, 'failed to send email'))).toBe(false)
  expect(mayHaveRegistered(http(504))).toBe(true)
  expect(mayHaveRegistered(new ApiError({ kind: 'network', operation }))).toBe(true)
})
