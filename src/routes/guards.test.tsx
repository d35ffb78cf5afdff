import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { api } from '../api/api'
import { operations } from '../api/operations.gen'
import { address, landsOn, logIn } from '../test/journey'
import { renderRoute } from '../test/render-route'

const effectOf = new Map<string, string>(Object.entries(operations).map(([id, { effect }]) => [id, effect]))
const kept = () => localStorage.getItem('auth_redirect')

describe('G01 an anonymous visitor of a protected page logs in and lands where they were going', () => {
  // The bridge from the LMS leads on by itself.
  test.each<[wanted: string, landed?: string]>([
    ['/'],
    ['/groups'],
    ['/groups?state=ended'],
    ['/group/1'],
    ['/group/1?difficulty=easy#crypto'],
    ['/group/1/leaderboard'],
    ['/group/1/task/101'],
    ['/moodle/sec-autumn-26/4101', '/group/1/task/101'],
    ['/moodle/%D0%BE%D1%81%D0%B5%D0%BD%D1%8C%2026/a+b%2Fc'],
    ['/competencies'],
    ['/competencies/1'],
  ])('%s', async (wanted, landed = wanted) => {
    const page = await renderRoute(wanted)
    await landsOn(page, '/login')
    expect(kept()).toBe(wanted)
    await logIn(page, 'student')
    await landsOn(page, landed)
    expect(kept()).toBeNull()
  })
})

test('G01 a page that is only preloaded is not remembered as one that was asked for', async () => {
  const page = await renderRoute('/contacts')
  await screen.findByRole('heading', { level: 1 })
  await page.router.preloadRoute({ to: '/groups' })
  expect(kept()).toBeNull()
  expect(address(page)).toBe('/contacts')
})

test('G14 preloading pages with exams, labs and codes, and coming back to the window, writes nothing', async () => {
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
  expect(new Set(calls.map(id => effectOf.get(id)))).toEqual(new Set(['read']))
})

test.each(['/order/ok', '/order/fail?status=payed'])('F01 %s in no frame leads home', async path => {
  const page = await renderRoute(path, { as: 'student' })
  await landsOn(page, '/')
  expect(document.body.textContent).not.toMatch(/Проверить оплату/)
})

describe('G04 G05 an auth_redirect that leads nowhere we know is ignored', () => {
  test.each([
    ['login', '/login'],
    ['a callback with a code', '/callback?code=x'],
    ['registration', '/registration'],
    ['a password link', '/new-password?token=x'],
    ['a payment outcome', '/order/ok'],
    ['an unknown path', '/nowhere'],
    ['another site', 'https://evil.example/'],
    ['another site by two slashes', '/..//evil.example'],
    ['4 MB, as much as storage takes', `/groups?${'x'.repeat(4_000_000)}`],
    ['the word null', 'null'],
    ['the word undefined', 'undefined'],
    ['an object', '{}'],
  ])('%s', async (_, value) => {
    const page = await renderRoute('/login')
    localStorage.setItem('auth_redirect', value)
    await logIn(page, 'student')
    await landsOn(page, '/')
    expect(kept()).toBeNull()
    expect(page.calls()).not.toContain('completeLmsLogin')
  })

  test("another person's deep link is refused with a page, never a blank", async () => {
    const page = await renderRoute('/login')
    localStorage.setItem('auth_redirect', '/group/5')
    await logIn(page, 'student')
    await landsOn(page, '/group/5')
    await screen.findByRole('heading', { level: 1 })
  })
})

test('G07 a login leads to its target in one hop, without showing the login again', async () => {
  const page = await renderRoute('/group/1/task/101')
  await landsOn(page, '/login')
  const visited: string[] = []
  const keptThen = new Map<string, string | null>()
  const stop = page.router.subscribe('onBeforeNavigate', ({ toLocation: { pathname } }) => {
    visited.push(pathname)
    keptThen.set(pathname, kept())
  })
  await logIn(page, 'student')
  await landsOn(page, '/group/1/task/101')
  stop()
  // Read once: whatever comes of the target, nobody is led there again.
  expect(keptThen.get('/group/1/task/101')).toBeNull()
  expect(visited.filter(path => path !== '/login')).toEqual(['/group/1/task/101'])
  expect(visited.length).toBeLessThanOrEqual(3)
})

describe('G09 a path parameter that is no id is a page not found, and nothing is called', () => {
  const bad = ['..', '.', '%2e%2e', 'a%2Fb', '%00', '0', '-1', '1e3', '01', '__proto__', '9'.repeat(10_000)]
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
    // The address itself may have been put in order: `/group/../task/1` is `/task/1`.
    if (found === '/login') expect(['/', '/group/1/', '/competencies']).toContain(kept())
    else if (found.startsWith('/invite/')) await screen.findByText(/Код приглашения недействителен/)
    else screen.getByRole('heading', { name: 'Страница или данные не найдены' })
    expect(page.calls()).toEqual([])
  })
})

describe('G10 an unknown or broken path is the page of the application that says so', () => {
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

test('A03 when the refresh is refused, the token goes, the page is remembered and login says why', async () => {
  const page = await renderRoute('/group/1/leaderboard', {
    as: 'student',
    prepare: ({ db }) =>
      db.faults.add('refreshSession', { kind: 'status', status: 401, detail: 'Invalid refresh token' }),
  })
  await landsOn(page, '/login')
  expect(localStorage.getItem('token')).toBeNull()
  expect(kept()).toBe('/group/1/leaderboard')
  await screen.findByText(/Сессия истекла/)
  expect(page.calls()).toEqual(['refreshSession'])
})

test('A21 while the first refresh is slow, nothing of the login shows and the asked page follows', async () => {
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  const page = await renderRoute('/groups', {
    as: 'student',
    prepare: ({ db }) => db.faults.add('refreshSession', { kind: 'wait', until }),
  })
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(screen.queryByLabelText(/Имя пользователя/)).toBeNull()
  expect(kept()).toBeNull()
  answer()
  await screen.findByRole('heading', { level: 1, name: 'Мои группы' })
  expect(address(page)).toBe('/groups')
})

test('A22 without a token nothing is refreshed', async () => {
  const page = await renderRoute('/login')
  await screen.findByLabelText(/Имя пользователя/)
  expect(page.calls()).toEqual([])
})

test('A05 a start without connection keeps the token and offers to try again', async () => {
  const page = await renderRoute('/groups', {
    as: 'student',
    prepare: ({ db }) => db.faults.add('refreshSession', { kind: 'abort' }),
  })
  await page.user.click(await screen.findByRole('button', { name: 'Повторить' }))
  await screen.findByRole('heading', { level: 1, name: 'Мои группы' })
  expect(localStorage.getItem('token')).not.toBeNull()
})

test.each(['/login', '/registration', '/reset-password'])(
  'a signed-in user is sent home from %s',
  async path => {
    const prepare = () => localStorage.setItem('auth_redirect', '/groups')
    const page = await renderRoute(path, { as: 'student', prepare })
    await landsOn(page, '/')
    expect(kept()).toBeNull()
    await page.router.navigate({ to: '/contacts' })
    localStorage.setItem('auth_redirect', '/groups')
    await page.router.navigate({ href: path })
    await landsOn(page, '/')
    expect(kept()).toBeNull()
  },
)

test.each(['/groups', '/contacts', '/legal', '/invite/EXAM-PENTEST', '/nowhere'])(
  'a logout on %s leads to login, and not back',
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
    await landsOn(page, '/login')
    expect(kept()).toBeNull()
    await waitFor(() => expect(page.calls()).toContain('logout'))
    expect(api.session.getState().status).toBe('anonymous')
  },
)
