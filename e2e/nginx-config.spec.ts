import { expect } from '@playwright/test'
import { startPreview } from '../scripts/preview'
import { startNginx, writeDeployment } from '../scripts/start-nginx'
import { call } from './echo-api'
import { needNginx, test } from './nginx'

needNginx()

const api = { API_URL: 'http://127.0.0.1:8000' }

test('start.sh check refuses every wrong field of config.json, and another encoding refuses the start', async () => {
  const { configure, end, clear } = await writeDeployment()
  const settings = { ...api, ACCESS_LOG: 'off' }
  await configure({ time_zone: 'Moscow', exam: { holidays: ['31.12.2026'] } })
  const { code, said } = await end('check', settings, 'pipe')
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/\ntime_zone: a time zone as in Europe\/Moscow\nexam\.holidays\.0: a day as in /),
  ])
  await configure({})
  expect(await end('check', settings, 'pipe')).toEqual({ code: 0, said: '' })
  // «Флагман» as Notepad saves it without UTF-8.
  await configure(Buffer.from('{"name":"\xd4\xeb\xe0\xe3\xec\xe0\xed"}', 'latin1'))
  expect(await end('check', settings, 'pipe')).toEqual({
    code: 1,
    said: expect.stringContaining('not UTF-8'),
  })
  await clear()
})

test('security.txt and the page for a new password have their well-known addresses', async ({ request }) => {
  const nginx = await startNginx({ apiUrl: api.API_URL })
  const preview = await startPreview({})
  for (const site of [nginx.url, preview.url]) {
    const { status, headers, body } = await call(`${site}/.well-known/security.txt`)
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const [, expires = ''] =
      /^Contact: mailto:security@sample\.example\nExpires: (\S+)\nPreferred-Languages: ru, en\n$/.exec(
        body,
      ) ?? []
    const days = (Date.parse(expires) - Date.now()) / 86_400_000
    expect([days > 360, days < 367]).toEqual([true, true])
    const led = await call(`${site}/.well-known/change-password`)
    expect([led.status, led.headers.location]).toEqual([302, '/#account'])
    expect((await call(`${site}/.well-known/resource-that-should-not-exist`)).status).toBe(404)
  }
  await nginx.configure({ security_contact: undefined })
  expect(await nginx.reload()).toMatchObject({ code: 0 })
  const getStatus = async () =>
    (await request.get(`${nginx.url}/.well-known/security.txt`, { maxRetries: 2 })).status()
  await expect.poll(getStatus).toBe(404)
  await nginx.configure({ security_contact: 'mailto:a@b.example\nContact: mailto:evil@b.example' })
  expect((await nginx.reload()).said).toContain('security_contact is')
  await Promise.all([nginx.close(), preview.close()])
})
