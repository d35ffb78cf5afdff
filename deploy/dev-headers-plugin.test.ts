import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { rewriteProxyResponses } from './dev-headers-plugin'
import { redirectCases } from './redirect-cases'

type Given = { path: string; headers: Record<string, string> }

function proxyResponse({ path, headers }: Given): Record<string, string> {
  const proxy = new EventEmitter()
  const target = 'http://127.0.0.1:8000'
  Reflect.apply(rewriteProxyResponses, undefined, [proxy, { target }])
  const request = { url: path, headers: { host: 'localhost:5173' } }
  proxy.emit('proxyRes', { headers }, request, { getHeader: () => 'ours' })
  return headers
}

it('the development server rewrites redirects of the backend to itself', () => {
  for (const [given, seen] of redirectCases('127.0.0.1:8000', 'localhost:5173'))
    expect([given, proxyResponse({ path: '/api/groups', headers: { location: given } }).location]).toEqual([
      given,
      seen,
    ])
})

it('adds the policy of a task file to ours, and leaves other responses alone', () => {
  const name = 'content-security-policy'
  expect(proxyResponse({ path: '/files/a.svg', headers: { [name]: 'theirs' } })[name]).toBe('theirs, ours')
  expect(proxyResponse({ path: '/api/groups', headers: { [name]: 'theirs' } })[name]).toBe('theirs')
})
