import { configure, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { api } from '../../api/api'
import { holdClock } from '../../test/fake-clock'
import { address, landsOn } from '../../test/journey'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

// As in the browser: effects run twice, and the code may still be spent only once.
beforeAll(() => configure({ reactStrictMode: true }))
afterAll(() => configure({ reactStrictMode: false }))

const open = (code: string, fault?: Fault, language: 'ru' | 'en' = 'ru') =>
  renderRoute(`/callback?code=${code}`, {
    language,
    ...(fault && { prepare: ({ db }) => db.faults.add('completeLmsLogin', fault) }),
  })

const spent = ({ calls }: RenderedRoute) => calls().filter(call => call === 'completeLmsLogin').length
const failed = () => screen.findByText('Не удалось войти через систему обучения')

describe('A26 a code is spent exactly once', () => {
  test('also in StrictMode; the address has lost it before the call, and home follows', async () => {
    let answer = () => {}
    const until = new Promise<void>(resolve => {
      answer = resolve
    })
    const page = await open('lms-demo-code.1', { kind: 'wait', until })
    await screen.findByRole('progressbar')
    expect(address(page)).toBe('/callback')
    answer()
    await waitFor(() => expect(address(page)).toBe('/'))
    expect(api.session.getState().user?.username).toBe('lms')
    expect(spent(page)).toBe(1)
  })

  test('a reload finds no code: nothing is sent, and the page leads to login', async () => {
    const page = await renderRoute('/callback')
    await screen.findByText(/сейчас завершать нечего/)
    // The main way on comes first, and the one that needs the configuration never pushes it aside.
    await screen.findByRole('link', { name: /^Войти через/ })
    const ways = screen.getAllByRole('link', { name: /^Войти/ })
    expect(ways.map(({ className }) => /\bbg-accent\b/.test(className))).toEqual([true, false])
    await page.user.click(screen.getByRole('link', { name: 'Войти по паролю' }))
    await landsOn(page, '/login')
    expect(page.calls()).toEqual([])
  })

  test('Back to the page spends nothing again, whether it was refused or not answered', async () => {
    const page = await open('lms-demo-code.2', { kind: 'abort' })
    await failed()
    await page.user.click(screen.getByRole('link', { name: 'Войти по паролю' }))
    await landsOn(page, '/login')
    page.router.history.back()
    await landsOn(page, '/callback')
    await screen.findByText(/сейчас завершать нечего/)
    expect(spent(page)).toBe(1)
  })

  test('after a login that went well, Back finds no such page', async () => {
    const page = await open('lms-demo-code.3')
    await waitFor(() => expect(address(page)).toBe('/'))
    await page.router.navigate({ to: '/groups' })
    page.router.history.back()
    await waitFor(() => expect(address(page)).toBe('/'))
    expect(spent(page)).toBe(1)
  })

  test('a pointer over a link to the page spends nothing', async () => {
    const page = await open('lms-demo-code.4', { kind: 'abort' })
    await failed()
    await page.router.preloadRoute({ to: '/callback' })
    expect(spent(page)).toBe(1)
  })
})

describe('V02 the code leaves the address before any call', () => {
  test('also before the silent refresh of a stored session', async () => {
    const page = await renderRoute('/callback?code=lms-demo-code.5', {
      prepare: () => localStorage.setItem('token', 'stale'),
    })
    expect(page.router.history.location.href).toBe('/callback')
    await waitFor(() => expect(address(page)).toBe('/'))
    expect(page.calls()[0]).toBe('refreshSession')
    expect(spent(page)).toBe(1)
  })
})

describe('G06 while somebody is signed in', () => {
  test('the page leads home and the code is not sent, not even after they have left', async () => {
    const page = await renderRoute('/callback?code=lms-demo-code.6', { as: 'student' })
    await waitFor(() => expect(address(page)).toBe('/'))
    await api.session.logout()
    await landsOn(page, '/login')
    await page.router.navigate({ to: '/callback' })
    await screen.findByText(/сейчас завершать нечего/)
    expect(spent(page)).toBe(0)
    expect(api.session.getState().status).toBe('anonymous')
  })
})

describe('a refused login is one generic sentence (specification §7)', () => {
  test.each<[name: string, fault: Fault | undefined]>([
    ['401 Invalid token', undefined],
    ['403 with HTML in the detail', { kind: 'status', status: 403, detail: '<b>no</b>' }],
    ['422 with a text', { kind: 'status', status: 422, detail: 'code is wrong' }],
    [
      "422 with FastAPI's list",
      { kind: 'body', status: 422, body: { detail: [{ loc: ['body', 'code'], msg: 'bad', type: 'x' }] } },
    ],
    ['a detail that is an object', { kind: 'body', status: 400, body: { detail: { a: 1 } } }],
    ['a detail that is null', { kind: 'body', status: 400, body: { detail: null } }],
  ])('X06 %s', async (_, fault) => {
    const page = await open('unknown-code', fault)
    await failed()
    screen.getByText('Начните вход заново или войдите по паролю.')
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
    const again = await screen.findByRole('link', { name: /^Войти через «/ })
    expect(again.getAttribute('href')).toMatch(/^https:/)
    screen.getByRole('link', { name: 'Войти по паролю' })
    expect(document.body.textContent).not.toMatch(/object Object|<b>|code is wrong|bad/)
    expect(spent(page)).toBe(1)
  })

  test('in English', async () => {
    await open('unknown-code', undefined, 'en')
    await screen.findByText('Login through the learning system failed')
    screen.getByText('Begin the login anew, or log in with a password.')
  })

  test('an error that the learning system itself brings is the same, and nothing is sent', async () => {
    const page = await renderRoute('/callback?error=access_denied&error_description=%3Cb%3Ex')
    await failed()
    expect(address(page)).toBe('/callback')
    expect(page.calls()).toEqual([])
  })
})

describe('N01 without an answer a click spends the same code again', () => {
  test.each<[name: string, fault: Fault, text: RegExp]>([
    ['a broken connection', { kind: 'abort' }, /^Сервер не отвечает/],
    ['500', { kind: 'status', status: 500, detail: 'common' }, /^Неизвестная ошибка$/],
    ['500 without a body', { kind: 'empty', status: 500 }, /^Неизвестная ошибка$/],
    ['502 with HTML', { kind: 'html', status: 502 }, /^Неизвестная ошибка$/],
    ['200 with HTML', { kind: 'html', status: 200 }, /^Сервер ответил не так/],
    ['200 without tokens', { kind: 'body', status: 200, body: {} }, /^Сервер ответил не так/],
    ['200 with half a JSON', { kind: 'malformed' }, /^Сервер ответил не так/],
  ])('%s', async (_, fault, text) => {
    const page = await open('lms-demo-code.7', fault)
    await screen.findByText(text)
    expect(spent(page)).toBe(1)
    await page.user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(address(page)).toBe('/'))
    expect(spent(page)).toBe(2)
  })

  test('when only the answer was lost, the second try is refused, and the focus goes to the sentence', async () => {
    const page = await open('lms-demo-code.8', { kind: 'abort', after: true })
    await page.user.click(await screen.findByRole('button', { name: 'Повторить' }))
    await screen.findByText('Начните вход заново или войдите по паролю.')
    expect(document.activeElement?.textContent).toMatch(/^Не удалось войти/)
  })

  test('N07 after a 429 the button counts down', async () => {
    const clock = holdClock()
    const fault: Fault = { kind: 'status', status: 429, headers: { 'Retry-After': '30' } }
    const page = await open('lms-demo-code.9', fault)
    await page.user.click(await screen.findByRole('button', { name: 'Повторить' }))
    expect(spent(page)).toBe(1)
    clock.advance(30_000)
    await page.user.click(screen.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(address(page)).toBe('/'))
  })
})

test('after ten seconds the page says that it takes longer, once, and offers the other way', async () => {
  const clock = holdClock()
  await open('lms-demo-code.10', { kind: 'never' })
  await screen.findByRole('progressbar')
  clock.advance(9900)
  expect(screen.queryByText(/дольше обычного/)).toBeNull()
  clock.advance(100)
  const told = await screen.findAllByText(/дольше обычного/)
  expect(told.filter(({ parentElement }) => parentElement?.getAttribute('aria-live'))).toHaveLength(1)
  screen.getByRole('link', { name: 'Войти по паролю' })
})
