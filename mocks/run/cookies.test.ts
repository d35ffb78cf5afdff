import { describe, expect, it } from 'vitest'
import { CookieJar, matchesPath, parseCookieHeader } from './cookies'

it.each([
  [null, {}],
  ['', {}],
  ['a=1; b=2', { a: '1', b: '2' }],
  ['a=1;b=x=y', { a: '1', b: 'x=y' }],
  ['a=first; a=second', { a: 'first' }],
  ['=1; flag; c=', { c: '' }],
])('parses the header %j', (header, cookies) => {
  expect(parseCookieHeader(header)).toEqual(cookies)
})

it.each([
  ['/api/auth', '/api/auth', true],
  ['/api/auth/refresh', '/api/auth', true],
  ['/api/auth/refresh', '/api/auth/', true],
  ['/api/authors', '/api/auth', false],
  ['/api/groups', '/api/auth', false],
  ['/anything', '/', true],
])('a request to %s sends a cookie of %s: %s', (path, cookiePath, expected) => {
  expect(matchesPath(path, cookiePath)).toBe(expected)
})

describe('the jar', () => {
  it('replaces, separates by path, and removes', () => {
    const jar = new CookieJar()
    jar.store(['t=1; Path=/api/auth; HttpOnly', 't=2; Path=/api/auth', 't=3; Path=/api'])
    expect(jar.read('/api/groups')).toEqual({ t: '3' })
    jar.store(['t=; Path=/api; Max-Age=0'])
    expect(jar.read('/api/groups')).toEqual({})
    expect(jar.read('/api/auth/refresh')).toEqual({ t: '2' })
  })

  it('can be serialized', () => {
    const jar = new CookieJar()
    jar.store(['t=1; Path=/api/auth; Max-Age=60'])
    const other = new CookieJar()
    other.restore(structuredClone(jar.toJSON()))
    expect(other.read('/api/auth')).toEqual({ t: '1' })
  })
})
