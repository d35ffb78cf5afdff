import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api/errors'
import type { ErrorDetail } from '../../api/schema.gen'
import { failureOf, faultsOf, isOutcomeUnknown } from './registration-failure'

const operation = 'post /auth/register'
const http = (status: number, detail?: ErrorDetail) =>
  new ApiError({ kind: 'http', operation, status, detail })
const refusing = (fields: Record<string, string>) =>
  new ApiError({ kind: 'http', operation, status: 422, fields })

describe('N12 a registration failure keeps the HTTP status, 500 if unknown', () => {
  test.each([
    ['a refusal', http(409, 'User already registered'), 409],
    ['a gateway', http(502), 502],
    ['a broken connection', new ApiError({ kind: 'network', operation }), 500],
    ['no connection', new ApiError({ kind: 'offline', operation }), 500],
    ['an answer nobody can read', new ApiError({ kind: 'badResponse', operation, status: 200 }), 500],
    ['something else', new TypeError('x is not a function'), 500],
  ])('%s', (_, error, status) => {
    expect(failureOf(error, false).status).toBe(status)
  })
})

describe('where a refusal belongs', () => {
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
    expect(Object.keys(faultsOf(http(status, detail)))).toEqual(fields)
  })

  test('a list goes to the fields that the page has', () => {
    expect(faultsOf(refusing({ username: 'too odd', captcha: 'missing' }))).toEqual({
      username: { by: 'server' },
    })
    expect(faultsOf(refusing({ invite: 'bad pattern' }))).toEqual({})
    expect(failureOf(refusing({ invite: 'bad pattern' }), true).isInviteRefused).toBe(true)
    expect(faultsOf(refusing({ constructor: 'x', __proto__: 'y' }))).toEqual({})
  })
})

test('only a refusal by the application itself says that no account was made', () => {
  expect(isOutcomeUnknown(http(409, 'User already registered'))).toBe(false)
  expect(isOutcomeUnknown(http(503, 'failed to send email'))).toBe(false)
  expect(isOutcomeUnknown(http(504))).toBe(true)
  expect(isOutcomeUnknown(new ApiError({ kind: 'network', operation }))).toBe(true)
})
