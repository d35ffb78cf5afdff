import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { api } from '../../api/api'
import { clock, setClock } from '../../lib/clock'
import { alternateLanguages } from '../../test/alternate-languages'
import { openProfileMenu } from '../../test/profile-menu'

/** Downloads that a browser would have saved, and object URLs that are not revoked. */
let saved: { name: string; content: Blob }[] = []
let objectUrls = new Map<string, Blob>()
let timers: { due: number; run: () => void }[] = []

const captureDownload = (event: MouseEvent) => {
  if (!(event.target instanceof HTMLAnchorElement) || !event.target.href.startsWith('blob:')) return
  event.preventDefault()
  const content = objectUrls.get(event.target.href)
  if (content) saved.push({ name: event.target.download, content })
}

beforeEach(() => {
  saved = []
  objectUrls = new Map()
  timers = []
  let count = 0
  Object.assign(URL, {
    createObjectURL: (content: Blob) => {
      const address = `blob:test/${count++}`
      objectUrls.set(address, content)
      return address
    },
    revokeObjectURL: (address: string) => objectUrls.delete(address),
  })
  document.addEventListener('click', captureDownload)
})

afterEach(() => {
  document.removeEventListener('click', captureDownload)
  Reflect.deleteProperty(URL, 'createObjectURL')
  Reflect.deleteProperty(URL, 'revokeObjectURL')
  setClock(null)
})

/** Timers wait until the test runs them. */
const holdTimers = () =>
  setClock({
    timer: (delay, run) => {
      const timer = { due: clock.elapsed() + delay, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(one => one !== timer)
      }
    },
  })

const words = { ru: 'Скачать настройки VPN', en: 'Download VPN config' }
const open = async (options: Parameters<typeof openProfileMenu>[0] = {}) => {
  const page = await openProfileMenu(options)
  const button = await page.inMenu.findByRole('button', { name: words[options.language ?? 'ru'] })
  return { ...page, button }
}

test('D01 saves the file once under the name of the server and announces it', async () => {
  const { user, button, asked, heard } = await open()
  await user.dblClick(button)
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['flagship-1.ovpn']))
  expect(asked()).toEqual(['getVpnConfig'])
  // Never of a type that a browser would open as a page.
  expect(saved[0]?.content.type).toBe('application/octet-stream')
  expect(saved[0]?.content.size).toBeGreaterThan(20)
  expect(heard).toEqual(['Настройки VPN скачаны'])
  expect(screen.getByText(/^Настройки VPN скачаны. Откройте .+ OpenVPN/)).toBeTruthy()
})

const status = (code: number, detail?: string): Fault => ({
  kind: 'status',
  status: code,
  ...(detail !== undefined && { detail }),
})
const failures: [Fault, ru: RegExp, en: RegExp][] = [
  [status(200), /Неожиданный ответ/, /Unexpected server response/],
  [{ kind: 'html', status: 200 }, /Неожиданный ответ/, /Unexpected server response/],
  [{ kind: 'empty', status: 200 }, /Неожиданный ответ/, /Unexpected server response/],
  [{ kind: 'empty', status: 204 }, /Неожиданный ответ/, /Unexpected server response/],
  [status(500), /^Неизвестная ошибка$/, /^Unknown error$/],
  [{ kind: 'html', status: 502 }, /^Неизвестная ошибка$/, /^Unknown error$/],
]
const table = alternateLanguages(failures).map(([language, [fault, ru, en]]) => ({
  language,
  fault,
  text: language === 'ru' ? ru : en,
}))

describe('D04 D05 a failure is shown beside the button and saves nothing', () => {
  test.each(table)('$language: $fault', async ({ language, fault, text }) => {
    const { user, button, inMenu } = await open({
      language,
      prepare: ({ db }) => db.faults.add('getVpnConfig', fault),
    })
    await user.click(button)
    const words = await inMenu.findByText(text)
    expect(words.closest('[role=alert]')).not.toBeNull()
    expect(saved).toEqual([])
    expect(objectUrls.size).toBe(0)
    await user.click(button)
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(inMenu.queryByText(text)).toBeNull()
  })

  test('the platform rejects unverified users with a message', async () => {
    const { user, button, inMenu } = await open({ as: 'newcomer' })
    await user.click(button)
    await inMenu.findByText(/Сначала подтвердите почту/)
    expect(saved).toEqual([])
  })

  test('D05 refreshes an expired token and saves one file', async () => {
    const { user, button, asked } = await open({
      prepare: ({ db }) => db.faults.add('getVpnConfig', status(401, 'No token provided')),
    })
    await user.click(button)
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(asked()).toEqual(['getVpnConfig', 'refreshSession', 'getVpnConfig'])
  })
})

test('a 429 counts down', async () => {
  const fault: Fault = { kind: 'status', status: 429, headers: { 'Retry-After': '30' } }
  const { user, button, inMenu, asked } = await open({
    prepare: ({ db }) => db.faults.add('getVpnConfig', fault),
  })
  await user.click(button)
  await inMenu.findByText(/Повторить можно через \d+.с/)
  await user.click(inMenu.getByRole('button', { name: words.ru }))
  expect(asked()).toEqual(['getVpnConfig'])
})

test('D06 50 downloads leave no object URL and no link', async () => {
  const { user, button } = await open()
  holdTimers()
  button.focus()
  for (let count = 1; count <= 50; count += 1) {
    await user.keyboard('{Enter}')
    await waitFor(() => expect(saved).toHaveLength(count))
  }
  expect(document.querySelector('a[download]')).toBeNull()
  for (const { run } of [...timers]) run()
  expect(objectUrls.size).toBe(0)
}, 60_000)

test('V04 D07 the end of the session revokes the file at once, and a later response is not saved', async () => {
  const { user, button, platform } = await open()
  await user.click(button)
  await waitFor(() => expect(saved).toHaveLength(1))
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  platform.db.faults.add('getVpnConfig', { kind: 'wait', until })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  await api.session.logout()
  answer()
  await screen.findByRole('button', { name: 'Войти' })
  expect(saved).toHaveLength(1)
  expect(objectUrls.size).toBe(0)
  expect(screen.queryByText(/Неожиданный ответ|не отвечает/)).toBeNull()
})

test('D07 the content is in no cache, storage or console', async () => {
  const spies = (['log', 'info', 'warn', 'error'] as const).map(name => vi.spyOn(console, name))
  const { user, button, queryClient } = await open()
  await user.click(button)
  await waitFor(() => expect(saved).toHaveLength(1))
  const content = (await saved[0]?.content.text()) ?? ''
  const secret = content.slice(-40)
  const kept = [
    queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state),
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state),
    { ...localStorage },
    { ...sessionStorage },
    spies.flatMap(spy => spy.mock.calls),
  ]
  expect(secret.length).toBe(40)
  expect(JSON.stringify(kept)).not.toContain(JSON.stringify(secret).slice(1, -1))
  for (const spy of spies) spy.mockRestore()
})

test('a failure after the menu was closed is shown in a toast', async () => {
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  const { user, button } = await open({
    as: 'newcomer',
    prepare: ({ db }) => db.faults.add('getVpnConfig', { kind: 'wait', until }),
  })
  await user.click(button)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer()
  await screen.findByText(/Сначала подтвердите почту/)
})
