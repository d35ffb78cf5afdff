import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startPreview } from './preview'

const page = '<!doctype html><title>App</title><script>document.documentElement.lang="ru"</script>'
const secret = 'outside of the site'
let folder: string
let api: Server
let preview: Awaited<ReturnType<typeof startPreview>>

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

/** The X-Forwarded-* headers that the API received. */
function forwardedIn(headers: IncomingMessage['headers']): string {
  return `${headers['x-forwarded-proto']} ${headers['x-forwarded-host']}`
}

/** A raw request: `fetch` would normalize the path and decode the body. */
function call(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
) {
  return new Promise<Answer>((done, failed) => {
    const { hostname, port } = new URL(preview.url)
    const sent = request({
      hostname,
      port,
      path,
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
    })
    sent.on('error', failed).on('response', async answer => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      done({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })
    })
    sent.end(options.body)
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preview-'))
  await mkdir(join(folder, 'dist/assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), secret)
  await writeFile(join(folder, 'dist/index.html'), page)
  api = createServer((incoming, response) => {
    if (incoming.url === '/api/slow') {
      response.write('first')
      return
    }
    response.setHeader('Set-Cookie', ['a=1; Path=/api/auth; HttpOnly', 'b=2; Path=/'])
    const { headers, method } = incoming
    response.writeHead(201, { 'X-Method': method, 'X-Cookie': headers.cookie ?? '' })
    incoming.pipe(response)
  })
  new WebSocketServer({ server: api }).on('connection', (socket, { headers }) =>
    socket.on('message', data => socket.send(`${data}! ${forwardedIn(headers)}`)),
  )
  await new Promise<void>(ready => api.listen(0, '127.0.0.1', ready))
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  preview = await startPreview({ dist: join(folder, 'dist'), apiUrl })
})

afterAll(async () => {
  await preview.close()
  api.closeAllConnections()
  api.close()
  await rm(folder, { recursive: true })
})

describe('pages', () => {
  it.each(['/', '/group/1', '/group/%E0%A4%A', '/nothing?x=1', '/invite/a.json'])(
    'answers %s with the app',
    async path => {
      const answer = await call(path)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.body.toString()).toBe(page)
    },
  )
})

describe('C06 files', () => {
  it.each([
    '/assets/gone.js',
    '/assets/gone',
    '/mockServiceWorker.js',
    '/assets/%E0%A4%A',
    '/.env',
    '/.git/config',
  ])('has no %s', async path => {
    const answer = await call(path)
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.body.toString()).not.toContain('<')
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/..%5csecret.txt',
  ])('does not leave the folder for %s', async path => {
    expect((await call(path)).body.toString()).not.toContain(secret)
  })

  it('has no body for HEAD and no other method', async () => {
    const head = await call('/', { method: 'HEAD' })
    expect(head.body).toHaveLength(0)
    expect(head.headers['content-length']).toBe(String(page.length))
    expect((await call('/', { method: 'POST' })).status).toBe(405)
  })
})

describe('the API behind it', () => {
  it.each(['/api/feedback', '/files/images/map.svg', '/mock-bank/orders/2'])(
    'gets method, body and cookies of %s unchanged, and its answer keeps each cookie',
    async path => {
      const body = Buffer.from([0, 255, 1, 254])
      const answer = await call(path, { method: 'POST', headers: { Cookie: 'token=x' }, body })
      expect(answer.status).toBe(201)
      expect(answer.headers['set-cookie']).toEqual(['a=1; Path=/api/auth; HttpOnly', 'b=2; Path=/'])
      expect(answer.headers['x-method']).toBe('POST')
      expect(answer.headers['x-cookie']).toBe('token=x')
      expect(answer.body.equals(body)).toBe(true)
      expect(answer.headers['content-security-policy']).toEqual(
        path.startsWith('/files/') ? expect.stringMatching(/^default-src 'none';.*; sandbox;/) : undefined,
      )
    },
  )

  it('streams responses', async () => {
    const response = await fetch(`${preview.url}/api/slow`)
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
    await reader?.cancel()
  })

  it('proxies WebSockets', async () => {
    const socket = new WebSocket(`${preview.url.replace('http', 'ws')}/api/terminal`)
    await new Promise(open => socket.once('open', open))
    socket.send('hello')
    const { host } = new URL(preview.url)
    expect(String(await new Promise(received => socket.once('message', received)))).toBe(
      `hello! http ${host}`,
    )
    socket.close()
  })

  it('answers 502 when the API is down', async () => {
    const lonely = await startPreview({ dist: join(folder, 'dist'), apiUrl: 'http://127.0.0.1:9' })
    expect((await fetch(`${lonely.url}/api/groups`)).status).toBe(502)
    await lonely.close()
  })
})

it('says what to do when nothing has been built', async () => {
  await expect(startPreview({ dist: join(folder, 'nothing') })).rejects.toThrow('run "npm run build" first')
})
