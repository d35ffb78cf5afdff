import { request as httpRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import { startForTest } from './test-server'

describe('several databases', () => {
  const inDb = (name: string) => ({ 'x-mock-db': name })

  it('are isolated', async () => {
    const { url, post, login } = await startForTest({ settings: { accessLifetimeSeconds: 60 } })
    const { headers } = await login()
    const rename = { method: 'PATCH', body: JSON.stringify({ new_username: 'renamed' }) }
    const json = { 'content-type': 'application/json' }
    const inB = { ...headers, ...json, ...inDb('b') }
    // Equal databases create equal tokens, but only after a sign-in.
    expect((await fetch(`${url}/api/user/update/username`, { ...rename, headers: inB })).status).toBe(401)
    await post('/api/auth/login', { username: 'student', password: 'flagship-demo' }, inDb('b'))
    await post('/__mock/clock', { advanceSeconds: 3600, speed: 0 }, inDb('b'))
    await post('/__mock/network', { network: 'offline' }, inDb('c'))
    expect((await fetch(`${url}/api/groups`, { headers })).status).toBe(200)
    expect((await fetch(`${url}/api/groups?mock-db=b`, { headers })).status).toBe(401)
    await expect(fetch(`${url}/api/groups`, { headers: { cookie: 'mock-db=c' } })).rejects.toThrow(
      'fetch failed',
    )
    const state = async (name: string) => (await fetch(`${url}/__mock/state?mock-db=${name}`)).json()
    expect([(await state('b')).speed, (await state('c')).network, (await state('')).speed]).toEqual([
      0,
      'offline',
      1,
    ])
    const journal = await (await fetch(`${url}/__mock/journal?mock-db=c`)).json()
    expect(journal).toMatchObject([{ operationId: 'listGroups', response: null }])
    expect(await (await fetch(`${url}/__mock/databases`)).json()).toEqual(['b', 'c'])
  })
})

describe('the controls of the whole state', () => {
  it('apply any start, set latency, network and chaos, and list pending faults', async () => {
    const { url, post } = await startForTest()
    const request = async (path: string, body?: unknown) =>
      (body === undefined ? await fetch(`${url}/__mock/${path}`) : await post(`/__mock/${path}`, body)).json()
    expect(await request('scenario', { scenario: 'tokenStorm' })).toMatchObject({ start: 'tokenStorm' })
    expect(await request('settings')).toMatchObject({ accessLifetimeSeconds: 2 })
    expect(await request('latency', { latency: 'usual' })).toBe('usual')
    expect(await request('chaos', { share: 0.5 })).toEqual({ seed: '1', share: 0.5 })
    expect(await request('chaos', { clear: true })).toBe(null)
    const fault = { kind: 'reset' }
    expect(await request('faults', { operationId: 'getTask', fault, times: null })).toMatchObject([
      { id: 1, left: null },
    ])
    expect(await request('faults', { remove: 1 })).toEqual([])
    expect(await request('clock', { set: '2027-01-01T00:00:00Z', speed: 0 })).toEqual({
      now: '2027-01-01T00:00:00.000Z',
      speed: 0,
    })
    expect((await request('starts')).length).toBeGreaterThan(30)
    expect((await request('operations'))[0]).toHaveProperty('errors')
    expect(await request('')).toEqual(expect.arrayContaining(['GET state', 'GET databases', 'POST snapshot']))
    expect((await request('network', { network: 'gone' })).detail).toMatch(/^There is no network gone/)
    expect((await request('snapshot', { kind: 'x' })).detail).toBe('The file is no snapshot of Flagship.')
  })

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost:5173', 200],
  ])('called by a page of %s respond with %i', async (origin, status) => {
    const { server, url } = await startForTest()
    const { db } = server
    const headers = { origin, 'content-type': 'text/plain' }
    const response = await fetch(`${url}/__mock/reset`, { method: 'POST', headers, body: '{}' })
    expect([response.status, server.db === db]).toEqual([status, status === 403])
    expect((await fetch(`${url}/__mock/databases`, { headers })).status).toBe(status)
  })

  it('copy the state of one database to another', async () => {
    const { url, post, login } = await startForTest({ scenario: 'examRunning' })
    const { headers } = await login('candidate')
    await post('/__mock/clock', { advanceSeconds: 100, speed: 0 })
    const file = await (await fetch(`${url}/__mock/snapshot`)).json()
    const there = { 'x-mock-db': 'there' }
    const state = await (await post('/__mock/snapshot', file, there)).json()
    expect(state).toMatchObject({ scenario: 'examRunning', speed: 0 })
    const send = async (extra: object) =>
      (await fetch(`${url}/api/groups/5`, { headers: { ...headers, ...extra } })).text()
    expect(await send(there)).toBe(await send({}))
  })
})

describe('a broken response', () => {
  it('is cut off in the middle, after the operation was executed', async () => {
    const { url, server, login } = await startForTest()
    const { headers } = await login()
    server.db.faults.add('listGroups', { kind: 'reset' })
    const whole = await (await fetch(`${url}/api/groups`, { headers })).text().catch(error => String(error))
    expect(whole).toMatch(/terminated|fetch failed/)
    const text = await (await fetch(`${url}/api/groups`, { headers })).text()
    server.db.faults.add('listGroups', { kind: 'reset' })
    const { hostname, port } = new URL(url)
    const half = await new Promise<string>(resolve => {
      let came = ''
      httpRequest({ hostname, port, path: '/api/groups', headers }, response => {
        response.setEncoding('latin1')
        response.on('data', data => {
          came += data
        })
        response.on('error', () => resolve(came))
      }).end()
    })
    expect(half.length).toBe(Buffer.byteLength(text) >> 1)
    expect(server.journal.entries().at(-1)?.response).toBe(null)
  })
})
