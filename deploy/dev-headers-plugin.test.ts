import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { adjustAnswers } from './dev-headers-plugin'
import { innerLocations } from './inner-locations'

type Given = { path: string; headers: Record<string, string> }

function answered({ path, headers }: Given): Record<string, string> {
  const proxy = new EventEmitter()
  const target = 'http://127.0.0.1:8000'
  Reflect.apply(adjustAnswers, undefined, [proxy, { target }])
  const request = { url: path, headers: { host: 'localhost:5173' } }
  proxy.emit('proxyRes', { headers }, request, { getHeader: () => 'ours' })
  return headers
}

it('the development server sends the browser nowhere but to itself when the backend redirects to itself', () => {
  for (const [given, seen] of innerLocations('127.0.0.1:8000', 'localhost:5173'))
    expect([given, answered({ path: '/api/groups', headers: { location: given } }).location]).toEqual([
      given,
      seen,
    ])
})

it('the policy of a file stands beside ours, and other answers keep their own', () => {
  const name = 'content-security-policy'
  expect(answered({ path: '/files/a.svg', headers: { [name]: 'theirs' } })[name]).toBe('theirs, ours')
  expect(answered({ path: '/api/groups', headers: { [name]: 'theirs' } })[name]).toBe('theirs')
})
