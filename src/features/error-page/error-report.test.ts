import { describe, expect, test } from 'vitest'
import { buildErrorReport, maskPath } from './error-report'

describe('a report contains no secret', () => {
  test.each([
    ['/group/1/task/101', '/group/1/task/101'],
    ['/group/1?tab=exam&q=sql', '/group/1?tab=exam&q=sql'],
    ['/group/1?q=%D0%B0%20b', '/group/1?q=%D0%B0%20b'],
    ['/invite/WELCOME-2026', '/invite/***'],
    ['/Invite/x', '/Invite/***'],
    ['//invite/x', '//invite/***'],
    ['/profile/aBc?x=1', '/profile/***?x=1'],
    ['/callback?code=abc&state=xyz', '/callback?code=***&state=xyz'],
    ['/new-password?token=abc#token=abc', '/new-password?token=***'],
    ['/new-password?reset_token=abc&TOKEN=x', '/new-password?reset_token=***&TOKEN=***'],
    ['/login?link=a&password=b&api_key=c&ticket=d', '/login?link=***&password=***&api_key=***&ticket=***'],
    [`/groups?q=${'a'.repeat(65)}`, '/groups?q=***'],
    ['/groups?a=1&a=%E0%A4%A', '/groups?a=1&a=%EF%BF%BD%A'.replace('%A', '%25A')],
    [`/${'a'.repeat(10_000)}`, `/${'a'.repeat(299)}`],
  ])('%.60s', (href, shown) => {
    expect(maskPath(href)).toBe(shown)
  })
})

test('a report has status, path, time and request id, one per line', () => {
  const time = Date.parse('2026-11-21T10:00:00Z')
  expect(buildErrorReport({ kind: 'http', status: 500, requestId: 'req\n-1' }, '/groups', time)).toBe(
    'status: 500\npath: /groups\ntime: 2026-11-21T10:00:00.000Z\nrequest: req-1',
  )
  expect(buildErrorReport({ kind: 'badResponse', status: 200, requestId: undefined }, '/', time)).toContain(
    'status: badResponse 200\n',
  )
  expect(buildErrorReport({ kind: 'offline', status: undefined, requestId: undefined }, '/', time)).toContain(
    'status: offline\n',
  )
})
