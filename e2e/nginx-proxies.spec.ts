import { expect } from '@playwright/test'
import { startPreview } from '../scripts/preview'
import { startNginx } from '../scripts/start-nginx'
import { ask, call, startEcho } from './echo-api'
import { needNginx, test } from './nginx'

needNginx()

/** What frameworks may believe more than X-Forwarded-Host. */
const strangers = {
  Forwarded: 'host=evil.example;proto=https',
  'X-Forwarded-For': '9.9.9.9',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Port': '444',
  'X-Forwarded-Prefix': '/evil',
  'X-Forwarded-Server': 'evil.example',
  'X-Original-URL': '/evil',
  'X-Rewrite-URL': '/evil',
  'X-Real-IP': '9.9.9.9',
  'CF-Connecting-IP': '9.9.9.9',
}

test('H10 no forwarding header of a stranger reaches the API', async () => {
  const api = await startEcho()
  const nginx = await startNginx({ apiUrl: api.url, settings: { HOSTS: '127.0.0.1' } })
  const preview = await startPreview({ apiUrl: api.url })
  for (const site of [nginx.url, preview.url]) {
    const got = Object.entries(await ask(`${site}/api/groups`, strangers))
    const told = got.filter(([name]) => /^(?:x-|forwarded|true-|cf-)/.test(name))
    expect(Object.fromEntries(told)).toEqual({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': new URL(site).host,
      'x-forwarded-proto': 'http',
    })
    expect(JSON.stringify(got)).not.toContain('evil')
  }
  await Promise.all([nginx.close(), preview.close()])
  api.close()
})

test('H10 behind a chain of trusted proxies the first values count, and a 421 says why', async () => {
  const api = await startEcho()
  const settings = { TRUSTED_PROXIES: '127.0.0.1', HOSTS: 'flagship.example' }
  const nginx = await startNginx({ apiUrl: api.url, settings })
  const tell = async (host: string | string[], proto: string | string[]) => {
    const headers = {
      'X-Forwarded-Host': host,
      'X-Forwarded-Proto': proto,
      'X-Forwarded-For': '198.51.100.7, 127.0.0.1',
    }
    const got = await ask(`${nginx.url}/api/groups`, headers)
    return ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for'].map(name => got[name])
  }
  const right = ['flagship.example', 'https', '198.51.100.7']
  expect(await tell('flagship.example', 'https')).toEqual(right)
  expect(await tell('flagship.example, inner.local', 'https,http')).toEqual(right)
  expect(await tell('flagship.example ,inner.local:8080', 'HTTPS , http')).toEqual(right)
  expect((await tell('flagship.example:8443,inner', 'http, https')).slice(0, 2)).toEqual([
    'flagship.example:8443',
    'http',
  ])
  const page = await call(`${nginx.url}/login`, {
    'X-Forwarded-Host': 'flagship.example, inner',
    'X-Forwarded-Proto': 'https,http',
  })
  expect(page.headers['strict-transport-security']).toContain('max-age=31536000')

  for (const host of ['inner.local, flagship.example', 'evil.example', 'flagship.example.evil.example']) {
    const refused = await call(`${nginx.url}/login`, { 'X-Forwarded-Host': host })
    expect([host, refused.status, refused.body]).toEqual([
      host,
      421,
      'The name in Host, or in X-Forwarded-Host of a trusted proxy, is not in HOSTS of this server.\n',
    ])
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
  }
  await expect.poll(nginx.logs).toContain('"host":"inner.local","path":"/login","status":421')
  await nginx.close()
  api.close()
})

test('nginx answers by IPv6 too, and reaches an API by an IPv6 address', async () => {
  const api = await startEcho('::1')
  const nginx = await startNginx({ apiUrl: api.url, settings: { HOSTS: '127.0.0.1 [::1]' } })
  const { port } = new URL(nginx.url)
  for (const host of ['127.0.0.1', '[::1]']) {
    const site = `http://${host}:${port}`
    expect((await call(`${site}/login`)).status).toBe(200)
    expect(await ask(`${site}/api/groups`)).toMatchObject({
      host: new URL(api.url).host,
      'x-forwarded-host': `${host}:${port}`,
    })
  }
  await nginx.close()
  api.close()
})
