import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { api } from '../api/api'
import { operations } from '../api/operations.gen'
import { holdAnswer } from '../test/hold-answer'
import { getHref, logIn, waitForHref } from '../test/login'
import { renderRoute } from '../test/render-route'
import { settle } from '../test/settle'

const effectById = new Map<string, string>(Object.entries(operations).map(([id, { effect }]) => [id, effect]))
const storedRedirect = () => localStorage.getItem('auth_redirect')

describe('G01 a login redirects to the protected page that was requested', () => {
  // The LMS link redirects.
  test.each<[wanted: string, landed?: string]>([
    ['/'],
    ['/groups'],
    ['/group/1?difficulty=easy#crypto'],
    ['/moodle/sec-autumn-26/4101', '/group/1/task/101'],
    ['/moodle/%D0%BE%D1%81%D0%B5%D0%BD%D1%8C%2026/a+b%2Fc'],
    ['/competencies/1'],
  ])('%s', async (wanted, landed = wanted) => {
    const page = await renderRoute(wanted)
    await waitForHref(page, '/login')
    expect(storedRedirect()).toBe(wanted)
    await logIn(page, 'student')
    await waitForHref(page, landed)
    expect(storedRedirect()).toBeNull()
  })
})

test('G01 preloading a page does not store it for redirecting', async () => {
  const page = await renderRoute('/contacts')
  await screen.findByRole('heading', { level: 1 })
  await page.router.preloadRoute({ to: '/groups' })
  expect(storedRedirect()).toBeNull()
  expect(getHref(page)).toBe('/contacts')
})

test('G14 preloading pages and focusing the window sends no writes', async () => {
  const page = await renderRoute('/contacts', { as: 'candidate', scenario: 'examReady' })
  await screen.findByRole('heading', { level: 1 })
  for (const href of [
    '/groups',
    '/group/5?tab=exam',
    '/group/8?tab=exam',
    '/group/5/task/501',
    '/callback?code=x',
  ])
    await page.router.preloadRoute({ href } as never).catch(() => undefined)
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(page.queryClient.isFetching()).toBe(0))
  const calls = page.calls().filter(id => id !== 'refreshSession')
  expect(new Set(calls.map(id => effectById.get(id)))).toEqual(new Set(['read']))
})

test.each(['/order/ok', '/order/fail?status=payed'])('F01 %s outside a frame redirects home', async path => {
  const page = await renderRoute(path, { as: 'student' })
  await waitForHref(page, '/')
  expect(document.body.textContent).not.toMatch(/Проверить оплату/)
})

describe('G04 G05 an invalid auth_redirect is ignored', () => {
  test.each([
    ['login', '/login'],
    ['a callback with a code', '/callback?code=x'],
    ['another site', 'https://evil.example/'],
    ['4 MB, as much as storage takes', `/groups?${'x'.repeat(4_000_000)}`],
    ['the word null', 'null'],
  ])('%s', async (_, value) => {
    const page = await renderRoute('/login')
    localStorage.setItem('auth_redirect', value)
    await logIn(page, 'student')
    await waitForHref(page, '/')
    expect(storedRedirect()).toBeNull()
    expect(page.calls()).not.toContain('completeLmsLogin')
  })

  test('a deep link without access shows an error page', async () => {
    const page = await renderRoute('/login')
    localStorage.setItem('auth_redirect', '/group/5')
    await logIn(page, 'student')
    await waitForHref(page, '/group/5')
    await screen.findByRole('heading', { level: 1 })
  })
})

test('G07 a login navigates to its target directly', async () => {
  const page = await renderRoute('/group/1/task/101')
  await waitForHref(page, '/login')
  const visited: string[] = []
  const storedAtNavigation = new Map<string, string | null>()
  const stop = page.router.subscribe('onBeforeNavigate', ({ toLocation: { pathname } }) => {
    visited.push(pathname)
    storedAtNavigation.set(pathname, storedRedirect())
  })
  await logIn(page, 'student')
  await waitForHref(page, '/group/1/task/101')
  stop()
  // Used once, whatever happens at the target.
  expect(storedAtNavigation.get('/group/1/task/101')).toBeNull()
  expect(visited.filter(path => path !== '/login')).toEqual(['/group/1/task/101'])
  expect(visited.length).toBeLessThanOrEqual(3)
})

describe('G09 an invalid path parameter is a 404 page, without a request', () => {
  // All values: route-params.test.ts.
  const bad = ['..', 'a%2Fb', '%00', '01', '9'.repeat(10_000)]
  const paths = bad.flatMap(value => [
    `/group/${value}/task/1`,
    `/group/1/task/${value}`,
    `/group/${value}/leaderboard`,
    `/competencies/${value}`,
    `/invite/${value === '9'.repeat(10_000) ? value : `%00${value}`}`,
  ])
  test.each(paths.map(path => [path.slice(0, 60), path]))('%s', async (_, path) => {
    const page = await renderRoute(path)
    await screen.findByRole('heading', { level: 1 })
    const found = page.router.state.location.pathname
    // The URL may be normalized: `/group/../task/1` is `/task/1`.
    if (found === '/login') expect(['/', '/group/1/', '/competencies']).toContain(storedRedirect())
    else if (found.startsWith('/invite/')) await screen.findByText(/Код приглашения недействителен/)
    else screen.getByRole('heading', { name: 'Страница или данные не найдены' })
    expect(page.calls()).toEqual([])
  })
})

describe('G10 an unknown or malformed path is the 404 page of the application', () => {
  test.each([
    '/nowhere',
    '/group',
    '/group/%E0%A4%A',
    '/%0d/evil.example',
    '//evil.example',
    '/\\evil.example',
  ])('%s', async path => {
    const page = await renderRoute(path)
    await screen.findByRole('heading', { name: 'Страница или данные не найдены' })
    expect(location.origin).toBe('http://localhost')
    expect(page.calls()).toEqual([])
  })
})

test('A29 a session that is gone right after a login names the cookies, and says what to do', async () => {
  const page = await renderRoute('/group/1', {
    as: 'student',
    prepare: ({ jar }) => {
      localStorage.setItem('flagship.signedInAt', String(Date.now()))
      // The browser has refused the cookie of the login.
      jar.store(['refresh_token=; Max-Age=0; Path=/api/auth'])
    },
  })
  await waitForHref(page, '/login')
  await screen.findByText(/браузер не хранит cookie.+Разрешите их/)
  expect(screen.queryByText(/Сессия истекла/)).toBeNull()
  expect(storedRedirect()).toBe('/group/1')
})

test('A03 a rejected refresh removes the token, stores the page and redirects to login with a message', async () => {
  const page = await renderRoute('/group/1/leaderboard', {
    as: 'student',
    prepare: ({ db }) =>
      db.faults.add('refreshSession', { kind: 'status', status: 401, detail: 'Invalid refresh token' }),
  })
  await waitForHref(page, '/login')
  expect(localStorage.getItem('token')).toBeNull()
  expect(storedRedirect()).toBe('/group/1/leaderboard')
  await screen.findByText(/Сессия истекла/)
  expect(page.calls()).toEqual(['refreshSession'])
})

test('A21 a slow first refresh does not show the login, and the page follows', async () => {
  const { fault, answer } = holdAnswer()
  const page = await renderRoute('/groups', {
    as: 'student',
    prepare: ({ db }) => db.faults.add('refreshSession', fault),
  })
  await settle(page)
  expect(screen.queryByLabelText(/Имя пользователя/)).toBeNull()
  expect(storedRedirect()).toBeNull()
  answer()
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  expect(getHref(page)).toBe('/groups')
})

test('A22 without a token there is no refresh', async () => {
  const page = await renderRoute('/login')
  await screen.findByLabelText(/Имя пользователя/)
  expect(page.calls()).toEqual([])
})

test('A05 starting offline keeps the token and offers a retry', async () => {
  const page = await renderRoute('/groups', {
    as: 'student',
    prepare: ({ db }) => db.faults.add('refreshSession', { kind: 'abort' }),
  })
  await page.user.click(await screen.findByRole('button', { name: 'Повторить' }))
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  expect(localStorage.getItem('token')).not.toBeNull()
})

test.each(['/login', '/registration', '/reset-password'])(
  'a signed-in user is sent home from %s',
  async path => {
    const prepare = () => localStorage.setItem('auth_redirect', '/groups')
    const page = await renderRoute(path, { as: 'student', prepare })
    await waitForHref(page, '/')
    expect(storedRedirect()).toBeNull()
    await page.router.navigate({ to: '/contacts' })
    localStorage.setItem('auth_redirect', '/groups')
    await page.router.navigate({ href: path })
    await waitForHref(page, '/')
    expect(storedRedirect()).toBeNull()
  },
)

test.each(['/groups', '/invite/EXAM-PENTEST', '/nowhere'])(
  'a logout on %s redirects to login, without a redirect back',
  async path => {
    const page = await renderRoute(path, { as: 'student' })
    await screen.findByRole('heading', { level: 1 })
    await screen.findByRole('button', { name: 'Меню профиля' })
    await page.user.click(screen.getByRole('button', { name: 'Меню профиля' }))
    await page.user.click(await screen.findByRole('button', { name: 'Выйти' }))
    const dialog = await screen.findByRole('alertdialog')
    await page.user.click(
      [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Выйти') ?? dialog,
    )
    await waitForHref(page, '/login')
    expect(storedRedirect()).toBeNull()
    await waitFor(() => expect(page.calls()).toContain('logout'))
    expect(api.session.getState().status).toBe('anonymous')
  },
)
