import { afterEach, describe, expect, test, vi } from 'vitest'
import { openExpiredTab } from '../test/fake-browser'
import { json } from '../test/rotating-backend'
import { fetchVpnConfig } from './download'
import type { ApiError } from './errors'

const content = 'client\ndev tun\n<ca>\nsecret-key\n</ca>\n'
const path = '/user/vpn_config'
const named = {
  'content-type': 'application/octet-stream',
  'content-disposition': 'attachment; filename="a.ovpn"',
}
const good = (headers: Record<string, string> = {}) =>
  new Response(content, { headers: { ...named, ...headers } })

/** A signed-in tab with a stubbed response to the download, optionally after a 401. */
const download = async (answer: () => Response, signal = new AbortController().signal) => {
  const tab = await openExpiredTab()
  await tab.session.refresh()
  tab.backend.journal.length = 0
  tab.backend.interceptWith(sent => (sent.path === path ? answer() : undefined))
  return { ...tab, outcome: fetchVpnConfig(tab.client, signal) }
}

afterEach(() => vi.restoreAllMocks())

test('D03 returns the complete file with its name', async () => {
  const { outcome } = await download(() => good())
  const { file, name } = await outcome
  expect(name).toBe('a.ovpn')
  expect(await file.text()).toBe(content)
})

test.each([[undefined], ['inline'], ['attachment; filename="']])('D01 disposition %s', async disposition => {
  const headers = { 'content-type': 'application/octet-stream' }
  const all = disposition === undefined ? headers : { ...headers, 'content-disposition': disposition }
  const { outcome } = await download(() => new Response(content, { headers: all }))
  expect((await outcome).name).toBe('vpn-config.ovpn')
})

const cutAfter = (bytes: string) =>
  new ReadableStream({
    start: controller => controller.enqueue(new TextEncoder().encode(bytes)),
    pull: controller => controller.error(new TypeError('terminated')),
  })
const page = '<!DOCTYPE html><html><body>Sign in to the network</body></html>'

describe('D04 D05 rejects incomplete and foreign files', () => {
  test.each<[name: string, answer: () => Response, kind: ApiError['kind']]>([
    ['200 with JSON', () => json(200, { detail: 'common' }), 'badResponse'],
    ['200 with HTML', () => new Response(page, { headers: { 'content-type': 'text/html' } }), 'badResponse'],
    [
      '200 with HTML that calls itself a file',
      () => new Response(`\n ${page}`, { headers: named }),
      'badResponse',
    ],
    [
      '200 with JSON that calls itself a file',
      () => new Response('{"a": 1}', { headers: named }),
      'badResponse',
    ],
    ['204', () => new Response(null, { status: 204 }), 'badResponse'],
    ['0 bytes', () => new Response('', { headers: named }), 'badResponse'],
    [
      '0 bytes, announced',
      () => new Response('', { headers: { ...named, 'content-length': '0' } }),
      'badResponse',
    ],
    ['fewer bytes than announced', () => good({ 'content-length': '4000' }), 'badResponse'],
    ['a connection cut half way', () => new Response(cutAfter('client\n'), { headers: named }), 'network'],
    [
      'no connection',
      () => {
        throw new TypeError('fetch failed')
      },
      'network',
    ],
    ['403', () => json(403, { detail: 'email not verified' }), 'http'],
    ['500 without a body', () => new Response(null, { status: 500 }), 'http'],
    [
      '502 with HTML',
      () => new Response(page, { status: 502, headers: { 'content-type': 'text/html' } }),
      'http',
    ],
  ])('%s', async (_, answer, kind) => {
    const { outcome, backend } = await download(answer)
    await expect(outcome).rejects.toMatchObject({ name: 'ApiError', operation: 'getVpnConfig', kind })
    expect(backend.sentTo(path)).toHaveLength(1)
  })

  test('accepts a compressed response that is longer than announced', async () => {
    const { outcome } = await download(() => good({ 'content-length': '20', 'content-encoding': 'br' }))
    expect((await outcome).file.size).toBe(content.length)
  })

  test('keeps the detail of an error', async () => {
    const { outcome } = await download(() => json(403, { detail: 'email not verified' }))
    await expect(outcome).rejects.toMatchObject({ status: 403, detail: 'email not verified' })
  })
})

test('D05 refreshes an expired token once and downloads once', async () => {
  const { client, backend } = await openExpiredTab()
  let sent = 0
  backend.interceptWith(one => {
    if (one.path !== path) return undefined
    sent += 1
    // The first request has an expired token.
    return sent > 1 ? good() : undefined
  })
  const { name } = await fetchVpnConfig(client, new AbortController().signal)
  expect(name).toBe('a.ovpn')
  expect(backend.counters.refreshes).toBe(1)
  expect(new Set(backend.sentTo(path).map(({ bearer }) => bearer)).size).toBe(2)
})

test('rejects when aborted, even after the response', async () => {
  const life = new AbortController()
  const { outcome } = await download(() => {
    life.abort()
    return good()
  }, life.signal)
  await expect(outcome).rejects.toMatchObject({ kind: 'aborted' })
})

test('D07 logs nothing of the content', async () => {
  const spoken = (['log', 'info', 'warn', 'error', 'debug'] as const).map(name => vi.spyOn(console, name))
  const { outcome, logged, backend } = await download(() => json(200, { secret: content }))
  await expect(outcome).rejects.toMatchObject({ kind: 'badResponse' })
  const error: ApiError = await outcome.catch(thrown => thrown)
  expect(JSON.stringify({ ...error, message: error.message, cause: error.cause })).not.toContain('secret')
  expect(logged).toEqual([])
  for (const spy of spoken) expect(spy).not.toHaveBeenCalled()
  expect(backend.sentTo(path)[0]?.path).toBe(path)
})
