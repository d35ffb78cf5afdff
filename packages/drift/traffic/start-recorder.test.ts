import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import type { Exchange } from '../../contract/validator/exchange'
import { InputError } from '../errors'
import { readTraffic } from './read-traffic'
import { startRecorder, toLoopbackCookie } from './start-recorder'

let folder = ''
let server: Server
let target = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recorder-'))
  server = createServer((request, response) => {
    if (request.url === '/api/auth/login') {
      response.setHeader('set-cookie', [
        'refresh_token=rt-SECRET; Path=/api/auth; Secure; SameSite=None',
        'b=1',
      ])
      response.setHeader('content-type', 'application/json')
      request.pipe(response)
    } else if (request.url === '/api/packed') {
      response
        .writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' })
        .end(gzipSync('[1]'))
    } else if (request.url === '/api/moved') {
      response.writeHead(307, { location: `${target}/api/groups` }).end()
    } else response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', socket => socket.on('message', data => socket.send(`echo ${data}`)))
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

const recordedIn = async (file: string): Promise<Exchange[]> => {
  const all: Exchange[] = []
  for await (const { exchange } of readTraffic(file)) all.push(exchange)
  return all
}

describe('the recording proxy', () => {
  test('forwards calls, records them without secrets and keeps cookies usable', async () => {
    const file = join(folder, 'calls.ndjson')
    const recorder = await startRecorder({
      target,
      port: 0,
      file,
      secrets: [{ name: 'X', value: 'SECRETword' }],
    })
    const body = '{"username":"SECRETary","password":"SECRETword","note":"it is SECRETword"}'
    const login = await fetch(`${recorder.url}/api/auth/login`, { method: 'POST', body })
    expect(await login.text()).toBe(body)
    expect(login.headers.getSetCookie()).toEqual([
      'refresh_token=rt-SECRET; Path=/api/auth; SameSite=Lax',
      'b=1',
    ])
    expect(await (await fetch(`${recorder.url}/api/packed`)).json()).toEqual([1])
    const moved = await fetch(`${recorder.url}/api/moved`, { redirect: 'manual' })
    expect(moved.headers.get('location')).toBe(`${recorder.url}/api/groups`)
    await fetch(`${recorder.url}/api/groups`, { method: 'OPTIONS' })
    // Property names of Object.prototype must not match.
    await fetch(`${recorder.url}/api/constructor/abcdef`)
    expect(recorder.count()).toBe(4)
    await recorder.close()

    const written = await readFile(file, 'utf8')
    expect(written).not.toContain('SECRET')
    const [first, packed, redirect, last] = await recordedIn(file)
    expect(first?.request).toMatchObject({ method: 'POST', url: `${target}/api/auth/login` })
    expect(first?.response?.headers).toContainEqual([
      'set-cookie',
      'refresh_token=aa-AAAAAA; Path=/api/auth; Secure; SameSite=None',
    ])
    expect(new TextDecoder().decode(packed?.response?.body)).toBe('[1]')
    expect(packed?.request.body).toBeUndefined()
    expect(redirect?.response?.status).toBe(307)
    expect(last?.request.url).toBe(`${target}/api/constructor/abcdef`)
  })

  test('forwards a WebSocket and closes both ends together', async () => {
    const file = join(folder, 'sockets.ndjson')
    const recorder = await startRecorder({ target, port: 0, file })
    const socket = new WebSocket(recorder.url.replace('http', 'ws'))
    const answer = new Promise(resolve => socket.once('message', data => resolve(String(data))))
    socket.once('open', () => socket.send('hello'))
    expect(await answer).toBe('echo hello')
    const closed = new Promise(resolve => socket.once('close', resolve))
    socket.on('error', () => undefined)
    await recorder.close()
    await closed
    await expect(fetch(recorder.url)).rejects.toThrow()
  })

  test('returns 502 for an unreachable server and records no response', async () => {
    const file = join(folder, 'silent.ndjson')
    const recorder = await startRecorder({ target: 'http://127.0.0.1:1', port: 0, file })
    expect((await fetch(`${recorder.url}/api/groups`)).status).toBe(502)
    await recorder.close()
    expect((await recordedIn(file)).map(({ response }) => response)).toEqual([null])
  })

  test('rejects an invalid target, file or port with one sentence', async () => {
    const port = (server.address() as AddressInfo).port
    const errorFrom = (options: Partial<Parameters<typeof startRecorder>[0]>) =>
      startRecorder({ target, port: 0, file: join(folder, 'x.ndjson'), ...options }).catch(
        (error: unknown) => error,
      )
    expect(await errorFrom({ target: 'ftp://h' })).toEqual(
      new InputError('ftp://h is no http or https address.'),
    )
    expect(await errorFrom({ file: join(folder, 'no', 'x') })).toMatchObject({
      message: expect.stringMatching(/cannot be written \(ENOENT\)\.$/),
    })
    expect(await errorFrom({ port })).toEqual(
      new InputError(`Port ${port} cannot be used: something listens there.`),
    )
  })
})

test.each([
  ['a=1; Domain=example.com; Path=/; Secure; HttpOnly', 'a=1; Path=/; HttpOnly'],
  ['a=1; SameSite=None; Secure; Partitioned', 'a=1; SameSite=Lax'],
  ['a=secure; SameSite=Strict', 'a=secure; SameSite=Strict'],
])('rewrites the cookie %s for localhost as %s', (cookie, kept) => {
  expect(toLoopbackCookie(cookie)).toBe(kept)
})
