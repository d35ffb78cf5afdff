import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { findFreePort } from '../scripts/lib/free-port'
import { startNginx, writeDeployment } from '../scripts/start-nginx'
import { needNginx, test } from './nginx'

needNginx()

const api = { API_URL: 'http://127.0.0.1:8000' }

test('start.sh starts with its defaults, except for a log that nginx cannot open', async () => {
  const { end, runtime, clear } = await writeDeployment()
  const log = join(runtime, 'access.log')
  const table: [settings: Record<string, string>, output: 'ignore' | 'pipe', said: RegExp][] = [
    [api, 'ignore', /^$/],
    [api, 'pipe', /^ACCESS_LOG is \/dev\/stdout, and that is a socket.*: name a file, or off\.\n$/],
    [{ ...api, ACCESS_LOG: 'off' }, 'pipe', /^$/],
    [{ ...api, ACCESS_LOG: log }, 'pipe', /^$/],
    [{ ...api, ACCESS_LOG: '/nowhere/access.log' }, 'ignore', /^ACCESS_LOG is \/nowhere\S+, which cannot be/],
    [{ ...api, ACCESS_LOG: 'access.log' }, 'ignore', /the whole path/],
    [{}, 'ignore', /^API_URL is not set/],
  ]
  for (const [settings, output, said] of table) {
    const ended = await end('check', settings, output)
    expect([settings, output, ended.said]).toEqual([settings, output, expect.stringMatching(said)])
    expect(ended.code === 0).toBe(ended.said === '')
  }
  await clear()
})

test('a reload that fails in start.sh or nginx leaves every file unchanged', async () => {
  const nginx = await startNginx({ apiUrl: api.API_URL })
  const before = await nginx.written()
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['nginx.conf', 'listen.conf', 'deployment.conf']),
  )
  await nginx.configure({ terminal_origins: ['https://shell.example'] })
  const certificate = { TLS_CERTIFICATE: '/nowhere.pem', TLS_KEY: '/nowhere.pem' }
  expect(await nginx.reload(certificate)).toEqual({ code: 1, said: expect.stringContaining('/nowhere.pem') })
  await nginx.configure({ payment_origins: ['*'] })
  expect((await nginx.reload({ HOSTS: 'flagship.example' })).code).not.toBe(0)
  expect(await nginx.written()).toEqual(before)
  await nginx.close()
})

test('H03 Strict-Transport-Security is sent when the page came over https, by a trusted proxy or nginx itself', async ({
  request,
  platform,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  await chmod(folder, 0o755)
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const self = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', [...self, '-subj', '/CN=localhost', '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  await chmod(key, 0o644)
  const outside = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'flagship.example' }
  const strict = 'strict-transport-security'

  // No proxy is trusted by default.
  expect((await request.get('/login', { headers: outside })).headers()[strict]).toBeUndefined()
  const behind = await startNginx({ apiUrl: platform.bankUrl, settings: { TRUSTED_PROXIES: '127.0.0.1' } })
  expect((await request.get(`${behind.url}/login`, { headers: outside })).headers()[strict]).toContain(
    'max-age=31536000',
  )
  expect((await request.get(`${behind.url}/login`)).headers()[strict]).toBeUndefined()
  // On responses of the API and of nginx itself too.
  const large = { method: 'POST', data: Buffer.alloc(7_000_000) }
  for (const [path, status, options] of [
    ['/api/groups', 401, {}],
    ['/files/images/pivot-map.svg', 200, {}],
    ['/healthz', 200, {}],
    ['/api/feedback', 413, large],
  ] as const) {
    const [secure, plain] = [
      await request.fetch(behind.url + path, { ...options, headers: outside }),
      await request.fetch(behind.url + path, options),
    ]
    expect([path, secure.status(), secure.headers()[strict], plain.headers()[strict]]).toEqual([
      path,
      status,
      'max-age=31536000; includeSubDomains',
      undefined,
    ])
  }
  await behind.close()

  const port = await findFreePort()
  const settings = { TLS_PORT: String(port), TLS_KEY: key, TLS_CERTIFICATE: certificate }
  const secure = await startNginx({ apiUrl: platform.bankUrl, settings })
  const answer = await new Promise<{ status: number | undefined; strict: unknown }>((done, failed) => {
    get(
      `https://127.0.0.1:${port}/assets/gone.js`,
      { rejectUnauthorized: false },
      ({ statusCode, headers }) => done({ status: statusCode, strict: headers[strict] }),
    ).on('error', failed)
  })
  expect(answer).toEqual({ status: 404, strict: 'max-age=31536000; includeSubDomains' })
  const plain = await request.get(`${secure.url}/login?a=1`, { maxRedirects: 0 })
  await request.get(`${secure.url}/invite/tOpSeCrEt`, { maxRedirects: 0 })
  await expect.poll(secure.logs).toContain('"path":"/invite/…","status":308')
  expect([plain.status(), plain.headers().location]).toEqual([308, `https://127.0.0.1:${port}/login?a=1`])

  // With a mapped port, and for the site's names only.
  const HOSTS = 'flagship.example'
  expect(await secure.reload({ OUTER_TLS_PORT: '443', HOSTS })).toMatchObject({ code: 0 })
  const location = async (Host: string) => {
    // The reload may close a kept-alive connection during a request; browsers retry too.
    const options = { headers: { Host }, maxRedirects: 0, maxRetries: 2 }
    const led = await request.get(`${secure.url}/login?a=1`, options)
    return [led.status(), led.headers().location]
  }
  await expect
    .poll(() => location('flagship.example:8080'))
    .toEqual([308, 'https://flagship.example/login?a=1'])
  expect(await location('evil.example')).toEqual([421, undefined])
  expect((await request.get(`${secure.url}/healthz`)).status()).toBe(200)
  // Default: the port that nginx listens on.
  expect(await secure.reload({ TLS_PORT: undefined })).toMatchObject({ code: 0 })
  expect((await secure.written())['deployment.conf']).toContain('308 https://$outer_name:8443$request_uri')
  await secure.close()
  await rm(folder, { recursive: true })
})
