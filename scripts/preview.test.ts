import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { inlineHashes } from '../deploy/headers'
import { redirectCases } from '../deploy/redirect-cases'
import { startPreview } from './preview'

const page = '<!doctype html><title>App</title><script>document.documentElement.lang="ru"</script>'
const secret = 'outside of the site'
const apiDate = 'Tue, 01 Sep 2026 09:00:00 GMT'
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
  await mkdir(join(folder, 'dist/login'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), secret)
  await writeFile(join(folder, 'dist/index.html'), page)
  await writeFile(join(folder, 'dist/login/index.html'), '<title>Pre-rendered</title><style>a{}</style>')
  await writeFile(join(folder, 'dist/config.json'), '{"contacts":[]}')
  await writeFile(join(folder, 'dist/assets/app-1.js'), 'console.log(1)\n'.repeat(200))
  await writeFile(join(folder, 'dist/assets/font.woff2'), 'wOF2')
  api = createServer((incoming, response) => {
    const location = incoming.headers['x-location']
    if (location) {
      response.writeHead(307, { Location: location }).end()
      return
    }
    if (incoming.url === '/api/slow') {
      response.write('first')
      return
    }
    response.setHeader('Set-Cookie', ['a=1; Path=/api/auth; HttpOnly', 'b=2; Path=/'])
    response.setHeader('Date', apiDate)
    const { headers, method } = incoming
    const seen = { 'X-Cookie': headers.cookie ?? '', 'X-Seen': forwardedIn(headers) }
    response.writeHead(201, { 'X-Method': method, ...seen })
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

  it('lists the digest of the inline script of the page that it sends', async () => {
    const policy = String((await call('/')).headers['content-security-policy'])
    const folder = `${new URL(preview.url).host}/assets/`
    expect(policy).toContain(`script-src ${folder} '${inlineHashes(page).scripts[0]}'`)
    expect(policy).toContain("style-src 'self';")
  })

  it('sends a pre-rendered page with its own digests', async () => {
    const answer = await call('/login')
    expect(answer.body.toString()).toContain('Pre-rendered')
    expect(answer.headers['content-security-policy']).toMatch(
      /script-src [\d.:]+\/assets\/; style-src 'self' 'sha256-/,
    )
  })

  it('sends a pre-rendered page in the language of the cookie, and exposes no language folder', async () => {
    await mkdir(join(folder, 'dist/en/login'), { recursive: true })
    await writeFile(join(folder, 'dist/en/login/index.html'), '<title>In English</title>')
    const english = await call('/login', { headers: { Cookie: 'a=b; language=en' } })
    expect(english.body.toString()).toContain('In English')
    expect(english.headers.vary).toBe('Accept-Encoding, Cookie')
    for (const path of ['/en/login', '/en/login/index.html', '/en'])
      expect((await call(path)).body.toString()).toBe(page)
    expect((await call('/login', { headers: { Cookie: 'language=de' } })).body.toString()).toContain('Pre-')
    expect((await call('/', { headers: { Cookie: 'language=en' } })).body.toString()).toBe(page)
    await rm(join(folder, 'dist/en'), { recursive: true })
  })

  it('allows only our own pages to frame the payment result', async () => {
    expect((await call('/order/ok')).headers['content-security-policy']).toContain("frame-ancestors 'self';")
    expect((await call('/login')).headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it('F04 allows the banks of the configuration to frame the payment result, and to be framed', async () => {
    const dist = join(folder, 'with-bank')
    await mkdir(dist)
    await writeFile(join(dist, 'index.html'), page)
    await writeFile(join(dist, 'config.json'), '{"payment_origins":["https://pay.example"],"contacts":[]}')
    const site = await startPreview({ dist, paymentOrigins: ['http://127.0.0.1:4010'] })
    const banks = 'https://pay.example http://127.0.0.1:4010'
    const getPolicy = async (path: string) =>
      (await fetch(site.url + path)).headers.get('content-security-policy')
    expect(await getPolicy('/order/ok')).toContain(`frame-ancestors 'self' ${banks};`)
    expect(await getPolicy('/group/5')).toContain(`frame-src 'self' ${banks};`)
    expect(await getPolicy('/group/5')).toContain("frame-ancestors 'none';")
    // The application reads the same list.
    const config = await (await fetch(`${site.url}/config.json`)).json()
    expect(config).toEqual({ payment_origins: banks.split(' '), contacts: [] })
    await site.close()
  })
})

describe('C06 files', () => {
  it('caches a hashed file forever', async () => {
    const answer = await call('/assets/app-1.js')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers['cache-control']).toContain('immutable')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

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

  it('revalidates config.json, and never serves a page for it', async () => {
    const answer = await call('/config.json')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(JSON.parse(answer.body.toString())).toEqual({ contacts: [] })
    await rm(join(folder, 'dist/config.json'))
    expect((await call('/config.json')).status).toBe(404)
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

describe('compression', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('answers %s with %s', async (accepted, encoding, decode) => {
    const answer = await call('/assets/app-1.js', { headers: { 'Accept-Encoding': accepted } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('Accept-Encoding')
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length)
    expect(decode(answer.body).toString()).toContain('console.log(1)')
  })

  it('sends precompressed files, unless the file was changed afterwards', async () => {
    const file = join(folder, 'dist/assets/ready-1.js')
    await writeFile(file, 'one()')
    await writeFile(`${file}.br`, 'compressed beforehand')
    const headers = { 'Accept-Encoding': 'br' }
    expect((await call('/assets/ready-1.js', { headers })).body.toString()).toBe('compressed beforehand')
    const later = join(folder, 'dist/assets/changed-1.js')
    await writeFile(`${later}.br`, 'of an older build')
    await writeFile(later, 'two()')
    await utimes(`${later}.br`, 1, 1)
    expect(brotliDecompressSync((await call('/assets/changed-1.js', { headers })).body).toString()).toBe(
      'two()',
    )
  })

  it('does not compress compressed formats', async () => {
    const answer = await call('/assets/font.woff2', { headers: { 'Accept-Encoding': 'br' } })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers['content-type']).toBe('font/woff2')
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
      // The page keeps the API's time.
      expect(answer.headers.date).toBe(apiDate)
      expect(answer.body.equals(body)).toBe(true)
      expect(answer.headers['content-security-policy']).toEqual(
        path.startsWith('/files/')
          ? expect.stringMatching(/^default-src 'none';.*; sandbox;/)
          : path.startsWith('/api/')
            ? "frame-ancestors 'none'"
            : undefined,
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

  it.each(['h2c', 'TLS/1.2', 'websocket, h2c'])('H15 is reached by no upgrade to %s', async protocol => {
    const headers = { Connection: 'Upgrade', Upgrade: protocol }
    await expect(call('/api/terminal', { headers })).rejects.toThrow('socket hang up')
  })

  it('H10 receives the forwarded address of the page, whatever the browser sends', async () => {
    const { host } = new URL(preview.url)
    expect((await call('/api/groups')).headers['x-seen']).toBe(`http ${host}`)
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Host: 'flagship.example',
    }
    expect((await call('/api/groups', { headers })).headers['x-seen']).toBe('http flagship.example')
  })

  it('H14 rewrites redirects to any of its own names', async () => {
    const { port } = api.address() as AddressInfo
    for (const [given, seen] of redirectCases(`127.0.0.1:${port}`, new URL(preview.url).host)) {
      const answer = await call('/api/groups', { headers: { 'X-Location': given } })
      expect([given, answer.headers.location]).toEqual([given, seen])
    }
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
