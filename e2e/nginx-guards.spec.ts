import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { actingUrls, foreignWrites, ownRequests } from '../deploy/foreign-write-cases'
import { startPreview } from '../scripts/preview'
import { startNginx } from '../scripts/start-nginx'
import { call, startEcho } from './echo-api'
import { needNginx, test } from './nginx'
import { signInByApi } from './users'

needNginx()

test('H13 a GET that writes is refused by nginx and the preview, unless a script of the site sends it', async () => {
  const api = await startEcho()
  const nginx = await startNginx({ apiUrl: api.url })
  const preview = await startPreview({ apiUrl: api.url })
  const spellings = (url: string) => [
    url,
    `${url}/`,
    `${url}?x=1`,
    url.replace('/api/', '/api//'),
    `/files/..%2f${url.slice(1)}`,
  ]
  for (const site of [nginx.url, preview.url]) {
    for (const url of actingUrls) {
      for (const path of spellings(url))
        for (const headers of foreignWrites) {
          const answer = await call(site + path, headers)
          expect([site, path, headers, answer.status]).toEqual([site, path, headers, 403])
          expect(answer.body).toBe('Answered in front of the API: 403.\n')
          expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
        }
      expect(api.seen).toEqual([])
      for (const headers of ownRequests) expect((await call(site + url, headers)).status).toBe(200)
      expect(api.seen.splice(0)).toEqual([`GET ${url}`, `GET ${url}`])
    }
    // Anything that only reads stays open to links and other sites.
    expect((await call(`${site}/api/groups/1`, { 'sec-fetch-site': 'cross-site' })).status).toBe(200)
    api.seen.splice(0)
  }
  await Promise.all([nginx.close(), preview.close()])
  api.close()
})

test('H12 H13 a page of another site can call no GET that writes and frame nothing of the API', async ({
  page,
  platform,
  nginx,
  tripwires,
}) => {
  tripwires.allowConsole(/frame-ancestors|40[13]|ERR_BLOCKED|CORS|violates/)
  await signInByApi(page, 'student')
  for (const site of [nginx.url, platform.url]) {
    const address = site.replace('127.0.0.1', 'localhost')
    const images = actingUrls.map(url => `<img src="${site}${url}">`).join('')
    const links = actingUrls.map(url => `<a href="${site}${url}">${url}</a>`).join(' ')
    const frame = `<iframe src="${site}/api/groups"></iframe>`
    const foreign = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html>${images}${links}${frame}`),
    )
    await once(foreign.listen(0, '127.0.0.1'), 'listening')
    const { port } = foreign.address() as AddressInfo
    const foreignUrl = `http://localhost:${port}/`
    tripwires.allowForeign(new RegExp(`^(${foreignUrl}|${site}/|${address}/)`))
    platform.clearJournal()
    await page.goto(foreignUrl)
    await expect.poll(() => page.mainFrame().childFrames()[0]?.url()).toMatch(/^chrome-error:/)
    // The others are pictures of the page, and the test above asks for each.
    for (const url of actingUrls.slice(0, 2)) {
      await page.getByRole('link', { name: url, exact: true }).click()
      await expect(page.getByText('Answered in front of the API: 403.')).toBeVisible()
      await page.goBack({ waitUntil: 'commit' })
    }
    const called = platform.journal().map(({ operationId }) => operationId)
    expect(called.filter(name => name !== 'listGroups')).toEqual([])
    foreign.close()
  }
})

test('H15 nginx passes no upgrade on but a WebSocket', async () => {
  const api = await startEcho()
  const nginx = await startNginx({ apiUrl: api.url })
  const upgrade = (protocol: string) =>
    call(`${nginx.url}/api/terminal/x`, { Connection: 'Upgrade', Upgrade: protocol })
  for (const protocol of ['h2c', 'websocket, h2c', 'TLS/1.2']) {
    const answer = await upgrade(protocol)
    expect([protocol, answer.upgraded, JSON.parse(answer.body).upgrade]).toEqual([protocol, false, undefined])
  }
  expect(await upgrade('WebSocket')).toMatchObject({ upgraded: true, headers: { upgrade: 'websocket' } })
  await nginx.close()
  api.close()
})

test('H11 a file of a task is no script where the site knows its names', async ({
  page,
  platform,
  tripwires,
}) => {
  tripwires.allowViolation(/^script-src-elem/)
  tripwires.allowConsole(/script-src-elem|Content Security Policy/)
  const api = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/javascript').end('window.injected = true')
  })
  await once(api.listen(0, '127.0.0.1'), 'listening')
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  const nginx = await startNginx({ apiUrl, settings: { HOSTS: '127.0.0.1' } })
  const preview = await startPreview({ apiUrl })
  for (const site of [nginx.url, preview.url]) {
    tripwires.allowForeign(new RegExp(`^${site}/`))
    await page.route(`${site}/contacts`, async route => {
      const response = await route.fetch()
      const scripts = '<script src="/files/tasks/1/evil.js"></script><script src="/api/evil"></script>'
      await route.fulfill({ response, body: (await response.text()).replace('</body>', `${scripts}</body>`) })
    })
    const before = tripwires.violations().length
    await page.goto(`${site}/contacts`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => tripwires.violations().length).toBe(before + 2)
    expect(await page.evaluate(() => 'injected' in window)).toBe(false)
    expect((await call(`${site}/contacts`)).headers['content-security-policy']).toContain(
      `script-src ${new URL(site).host}/assets/ '`,
    )
  }
  // It would ask servers that are gone.
  await page.goto('about:blank')
  await Promise.all([nginx.close(), preview.close()])
  api.close()
  expect(platform.violations()).toEqual([])
})
