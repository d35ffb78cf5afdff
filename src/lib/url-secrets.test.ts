import { describe, expect, test } from 'vitest'
import { consumeUrlSecrets, type SecretName } from './url-secrets'

const open = (href: string) => {
  const { pathname, search } = new URL(href, 'http://localhost')
  const steps: string[] = []
  const arrival = consumeUrlSecrets({
    location: { pathname, search },
    replace: path => steps.push(path),
    flush: () => steps.push('flush'),
  })
  return { arrival, steps }
}

describe('V02 removes a secret from the URL immediately', () => {
  test.each<[href: string, name: SecretName, value: string | null, path: string]>([
    ['/callback?code=abc', 'code', 'abc', '/callback'],
    ['/callback?error=access_denied&state=1', 'error', 'access_denied', '/callback'],
    ['/new-password?token=abc', 'token', 'abc', '/new-password'],
    ['/new-password/?token=abc', 'token', 'abc', '/new-password/'],
    ['/Callback?code=abc', 'code', 'abc', '/Callback'],
    // The router would parse these as numbers.
    ['/callback?code=12345678901234567890', 'code', '12345678901234567890', '/callback'],
    ['/callback?code=12e4', 'code', '12e4', '/callback'],
    ['/callback?code="x"', 'code', '"x"', '/callback'],
    ['/callback?code=a&code=b', 'code', 'a', '/callback'],
    ['/callback?code=', 'code', null, '/callback'],
    ['/callback?code', 'code', null, '/callback'],
    [`/callback?code=${'x'.repeat(2049)}`, 'code', null, '/callback'],
    ['/callback?token=abc', 'token', null, '/callback'],
    ['/new-password?code=abc', 'code', null, '/new-password'],
  ])('%.40s', (href, name, value, path) => {
    const { arrival, steps } = open(href)
    expect(arrival.peek(name)).toBe(value)
    expect(steps).toEqual([path, 'flush'])
  })
})

test.each([
  '/login?code=abc',
  '/?token=abc',
  '/group/1?code=1',
  '/callback',
  '/new-password',
  '/callback/x?code=1',
])('keeps %s', href => {
  const { arrival, steps } = open(href)
  expect(steps).toEqual([])
  expect([arrival.peek('code'), arrival.peek('token')]).toEqual([null, null])
})

test('a taken or forgotten value is gone', () => {
  const { arrival } = open('/callback?code=abc&error=no')
  expect(arrival.take('code')).toBe('abc')
  expect(arrival.take('code')).toBeNull()
  arrival.forget()
  expect(arrival.peek('error')).toBeNull()
})
