import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { configure, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestServer } from '../../../mocks/hosts/node'
import type { Fault } from '../../../mocks/platform/faults'
import { api } from '../../api/api'
import { loadMessages, startI18n } from '../../i18n/init'
import { installFakeClock } from '../../test/fake-clock'
import { holdAnswer } from '../../test/hold-answer'
import { getHref, waitForHref } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'
import { LmsLink } from './lms-link'

// Effects run twice; the code must be exchanged only once.
beforeAll(() => configure({ reactStrictMode: true }))
afterAll(() => configure({ reactStrictMode: false }))

const open = (code: string, fault?: Fault) =>
  renderRoute(`/callback?code=${code}`, {
    ...(fault && { prepare: ({ db }) => db.faults.add('completeLmsLogin', fault) }),
  })

const exchanges = ({ calls }: RenderedRoute) => calls().filter(call => call === 'completeLmsLogin').length
const failed = () => screen.findByText('Не удалось войти через LMS')

describe('A26 a code is exchanged exactly once', () => {
  test('also in StrictMode; it leaves the URL before the request, and home follows', async () => {
    const { fault, answer } = holdAnswer()
    const page = await open('lms-demo-code.1', fault)
    await screen.findByRole('progressbar')
    expect(getHref(page)).toBe('/callback')
    answer()
    await waitForHref(page, '/')
    expect(api.session.getState().user?.username).toBe('lms')
    expect(exchanges(page)).toBe(1)
  })

  test('a reload finds no code: sends nothing and links to login', async () => {
    const page = await renderRoute('/callback')
    await screen.findByText(/устарела или уже использована/)
    // The text says to start again: that comes first, in a place kept for it.
    await screen.findByRole('link', { name: /^Войти через/ })
    const ways = screen.getAllByRole('link', { name: /^Войти/ })
    expect(ways.map(({ className }) => /\bbg-accent\b/.test(className))).toEqual([true, false])
    await page.user.click(screen.getByRole('link', { name: 'Войти по паролю' }))
    await waitForHref(page, '/login')
    expect(page.calls()).toEqual([])
  })

  test('Back to the page sends nothing again', async () => {
    const page = await open('lms-demo-code.2', { kind: 'abort' })
    await failed()
    await page.user.click(screen.getByRole('link', { name: 'Войти по паролю' }))
    await waitForHref(page, '/login')
    page.router.history.back()
    await waitForHref(page, '/callback')
    await screen.findByText(/устарела или уже использована/)
    expect(exchanges(page)).toBe(1)
  })

  test('after a login, Back skips the page', async () => {
    const page = await open('lms-demo-code.3')
    await waitForHref(page, '/')
    await page.router.navigate({ to: '/groups' })
    page.router.history.back()
    await waitForHref(page, '/')
    expect(exchanges(page)).toBe(1)
  })
})

describe('V02 the code leaves the URL before any request', () => {
  test('also before the silent refresh of a stored session', async () => {
    const page = await renderRoute('/callback?code=lms-demo-code.5', {
      prepare: () => localStorage.setItem('token', 'stale'),
    })
    expect(page.router.history.location.href).toBe('/callback')
    await waitForHref(page, '/')
    expect(page.calls()[0]).toBe('refreshSession')
    expect(exchanges(page)).toBe(1)
  })
})

describe('G06 while signed in', () => {
  test('redirects home and never sends the code, not even after a logout', async () => {
    const page = await renderRoute('/callback?code=lms-demo-code.6', { as: 'student' })
    await waitForHref(page, '/')
    await api.session.logout()
    await waitForHref(page, '/login')
    await page.router.navigate({ to: '/callback' })
    await screen.findByText(/устарела или уже использована/)
    expect(exchanges(page)).toBe(0)
    expect(api.session.getState().status).toBe('anonymous')
  })
})

describe('a rejected login shows one generic message', () => {
  test.each<[name: string, fault: Fault | undefined]>([
    ['401 Invalid token', undefined],
    ['403 with HTML in the detail', { kind: 'status', status: 403, detail: '<b>no</b>' }],
    [
      "422 with FastAPI's list",
      { kind: 'body', status: 422, body: { detail: [{ loc: ['body', 'code'], msg: 'bad', type: 'x' }] } },
    ],
  ])('X06 %s', async (_, fault) => {
    const page = await open('unknown-code', fault)
    await failed()
    screen.getByText('Начните вход заново или войдите по паролю.')
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
    const again = await screen.findByRole('link', { name: /^Войти через LMS «/ })
    expect(again.getAttribute('href')).toMatch(/^https:/)
    screen.getByRole('link', { name: 'Войти по паролю' })
    expect(document.body.textContent).not.toMatch(/object Object|<b>|code is wrong|bad/)
    expect(exchanges(page)).toBe(1)
  })

  test('an error parameter of the LMS shows the same message, and nothing is sent', async () => {
    const page = await renderRoute('/callback?error=access_denied&error_description=%3Cb%3Ex')
    await failed()
    expect(getHref(page)).toBe('/callback')
    expect(page.calls()).toEqual([])
  })
})

describe('N01 without a usable response a click sends the same code again', () => {
  test.each<[name: string, fault: Fault, text: RegExp]>([
    ['a broken connection', { kind: 'abort' }, /^Сервер не отвечает/],
    ['502 with HTML', { kind: 'html', status: 502 }, /^Неизвестная ошибка$/],
    [
      'a detail that is null',
      { kind: 'body', status: 400, body: { detail: null } },
      /^Запрос отклонил прокси или межсетевой экран/,
    ],
    ['200 without tokens', { kind: 'body', status: 200, body: {} }, /^Неожиданный ответ сервера/],
  ])('%s', async (_, fault, text) => {
    const page = await open('lms-demo-code.7', fault)
    await screen.findByText(text)
    expect(exchanges(page)).toBe(1)
    await page.user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitForHref(page, '/')
    expect(exchanges(page)).toBe(2)
  })

  test('when only the response was lost, the retry is rejected and the message takes focus', async () => {
    const page = await open('lms-demo-code.8', { kind: 'abort', after: true })
    await page.user.click(await screen.findByRole('button', { name: 'Повторить' }))
    await screen.findByText('Начните вход заново или войдите по паролю.')
    expect(document.activeElement?.textContent).toMatch(/^Не удалось войти/)
  })

  test('N07 after a 429 the button counts down', async () => {
    const clock = installFakeClock()
    const fault: Fault = { kind: 'status', status: 429, headers: { 'Retry-After': '30' } }
    const page = await open('lms-demo-code.9', fault)
    await page.user.click(await screen.findByRole('button', { name: 'Повторить' }))
    expect(exchanges(page)).toBe(1)
    clock.advance(30_000)
    await page.user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitForHref(page, '/')
  })
})

test('after ten seconds announces the delay once and offers the password login', async () => {
  const clock = installFakeClock()
  await open('lms-demo-code.10', { kind: 'never' })
  await screen.findByRole('progressbar')
  clock.advance(9900)
  expect(screen.queryByText(/дольше обычного/)).toBeNull()
  clock.advance(100)
  const notes = await screen.findAllByText(/дольше обычного/)
  expect(notes.filter(({ parentElement }) => parentElement?.getAttribute('aria-live'))).toHaveLength(1)
  screen.getByRole('link', { name: 'Войти по паролю' })
})

test('a used code whose login is over is rejected, not waited for', async () => {
  const login = vi.spyOn(api.session, 'completeLmsLogin').mockResolvedValue({} as never)
  onTestFinished(() => login.mockRestore())
  await open('lms-demo-code.5')
  await failed()
})

test('each click on the simulated LMS uses a new code', async () => {
  await startI18n('ru')
  await loadMessages('auth')
  const lms = { name: { ru: 'Портал', en: 'Portal' }, login_url: 'https://lms.example/' }
  const config = { contacts: [], legal: { updated: '2026-11-01', documents: [] }, lms }
  const platform = createTestServer({ config })
  platform.listen()
  onTestFinished(platform.close)
  const codes = [1, 2, 3, 4, 5].map(number => `#code=lms-demo-code.${number}`)
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  render(
    <RouterContextProvider router={router}>
      <LmsLink loginUrl={() => codes.shift() ?? ''} />
    </RouterContextProvider>,
  )
  const link = await screen.findByRole('link', { name: 'Войти через LMS «Портал»' })
  const seen = [link.getAttribute('href')]
  fireEvent.click(link)
  seen.push(link.getAttribute('href'))
  fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  seen.push(link.getAttribute('href'))
  expect(new Set(seen).size).toBe(3)
})
