import { dehydrate } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { api } from '../api/api'
import { groupQuery } from '../api/queries/groups'
import { storeTaskMark } from '../features/groups/public'
import { openFlagPage } from '../test/flag-page'
import { holdAnswer } from '../test/hold-answer'
import { logIn, waitForHref } from '../test/login'
import { ru } from '../test/messages'
import { type RenderedRoute, renderRoute } from '../test/render-route'

const findFlag = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Флаг' })
const cached = ({ queryClient }: RenderedRoute) => queryClient.getQueryCache().getAll()

/** Private data of the student: names, email, groups. */
const privateText = /Воробьёва|Александра|alexandra|Практическая безопасность|Меню профиля/
const getAllText = () => {
  const values = [...document.querySelectorAll('input, textarea')].map(
    field => (field as HTMLInputElement).value,
  )
  return [document.title, document.body.textContent, document.body.innerHTML, ...values].join('\n')
}

const logOut = async ({ user }: RenderedRoute) => {
  await user.click(screen.getByRole('button', { name: 'Меню профиля' }))
  await user.click(await screen.findByRole('button', { name: 'Выйти' }))
  const dialog = await screen.findByRole('alertdialog')
  await user.click(within(dialog).getByRole('button', { name: 'Выйти' }))
}

test('G08 a session that ends while a flag is sent redirects to login and back with the flag', async () => {
  const page = await openFlagPage()
  fireEvent.input(await findFlag(), { target: { value: 'flag{half' } })
  page.failSubmission({ kind: 'status', status: 401 })
  page.platform.db.faults.add('refreshSession', {
    kind: 'status',
    status: 401,
    detail: 'Invalid refresh token',
  })
  await page.user.click(screen.getByRole('button', { name: 'Отправить' }))
  await waitForHref(page, '/login')
  await screen.findByText(/Сессия истекла/)
  expect(getAllText()).not.toContain('flag{half')
  await logIn(page, 'student')
  await waitForHref(page, '/group/1/task/101')
  expect((await findFlag()).value).toBe('flag{half')
})

test('V04 a logout removes private data from the page, the fields and the cache', async () => {
  const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: 'Рейтинг' })
  expect(getAllText()).toMatch(privateText)
  expect(cached(page).length).toBeGreaterThan(0)
  await logOut(page)
  await waitForHref(page, '/login')
  await screen.findByLabelText(/Имя пользователя/)
  await waitFor(() => expect(getAllText()).not.toMatch(privateText))
  // `config.json` is public, and the login page has just loaded it.
  expect(
    cached(page)
      .map(({ queryKey }) => queryKey)
      .filter(([name]) => name !== 'config'),
  ).toEqual([])
  expect(localStorage.getItem('token')).toBeNull()
})

test('V04 a logout removes the share link from the fields and the cache', async () => {
  const token = 'k3Vd9sQ2mZ7xT1aB'
  const page = await renderRoute('/competencies', {
    as: 'student',
    prepare: ({ db }) => db.tables.shares.put(1, { user_id: 1, link: token }),
  })
  const field = await screen.findByLabelText<HTMLInputElement>('Ссылка на профиль')
  expect(field.value).toContain(token)
  await logOut(page)
  await waitForHref(page, '/login')
  await screen.findByLabelText(/Имя пользователя/)
  await waitFor(() => expect(getAllText()).not.toMatch(privateText))
  expect(getAllText()).not.toContain(token)
  const left = cached(page).filter(({ queryKey }) => queryKey[0] !== 'config')
  expect(left.map(({ queryKey }) => queryKey)).toEqual([])
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(token)
})

test('A19 a logout in another tab redirects to login without a request', async () => {
  const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: 'Рейтинг' })
  page.platform.journal.clear()
  localStorage.removeItem('token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await waitForHref(page, '/login')
  await screen.findByLabelText(/Имя пользователя/)
  await waitFor(() => expect(getAllText()).not.toMatch(privateText))
  expect(api.session.getState().status).toBe('anonymous')
  expect(page.calls()).toEqual([])
})

const endInAnotherTab = async () => {
  localStorage.removeItem('token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
}

describe('G18 a student who signs in after an administrator in the same tab finds nothing of theirs', () => {
  test.each([
    ['a logout', logOut],
    ['a logout in another tab', endInAnotherTab],
  ])('after %s', async (_, end) => {
    const page = await renderRoute('/group/1?tab=lms', { as: 'admin' })
    const { queryClient } = page
    await page.user.click(await screen.findByRole('button', { name: ru.lms['download.button'] }))
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('flagship.lms.4.1'))
    await act(() => page.router.navigate({ href: '/group/1?hidden=true' }))
    await screen.findAllByRole('switch')
    storeTaskMark(1, 101, { note: 'note of the administrator' })
    const group = queryClient.getQueryData(groupQuery(1).queryKey)
    const code = group?.invite_code ?? ''
    const hidden = (group?.categories ?? [])
      .flatMap(({ tasks }) => tasks)
      .filter(({ visible }) => !visible)
      .map(({ title }) => title)
    expect(hidden.length).toBeGreaterThan(0)
    const secrets = [code, 'note of the administrator', ...hidden]
    const find = (texts: string[]) => {
      const { queries, mutations } = dehydrate(queryClient, {
        shouldDehydrateQuery: () => true,
        shouldDehydrateMutation: () => true,
      })
      const stored = JSON.stringify([queries, mutations, { ...localStorage }, { ...sessionStorage }])
      return texts.filter(text => stored.includes(text) || getAllText().includes(text))
    }
    expect(find(secrets)).toEqual(secrets)

    await end(page)
    await waitForHref(page, '/login')
    await logIn(page, 'student')
    await waitFor(() => expect(api.session.getState().user?.username).toBe('student'))
    await act(() => page.router.navigate({ href: '/group/1' }))
    await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ })
    expect(find([...secrets, 'admin@flagship', 'Ёлкин'])).toEqual([])
    expect(queryClient.getMutationCache().getAll()).toEqual([])
    expect(queryClient.getQueryData(groupQuery(1).queryKey)?.is_admin).not.toBe(true)
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('flagship.lms')
    expect(localStorage.getItem('flagship.taskFilters')).toBeNull()
  })
})

describe('G12 a URL that no link leads to', () => {
  test.each([
    ['a group that is not joined', '/group/5', 'getGroup', 'У вас нет доступа к этой группе'],
    ['its scoreboard', '/group/5/leaderboard', 'getLeaderboard', 'У вас нет доступа к этой группе'],
    ['its task', '/group/5/task/501', 'getTask', 'У вас нет доступа к этой группе'],
    ['a hidden scoreboard', '/group/6/leaderboard', 'getLeaderboard', 'Рейтинг этой группы скрыт'],
  ])('%s is requested, and the page shows the error of the server', async (_, path, operation, title) => {
    const page = await renderRoute(path, { as: 'student' })
    await screen.findByRole('heading', { name: title })
    expect(page.calls()).toContain(operation)
    const answers = page.platform.journal.entries().filter(entry => entry.operationId === operation)
    expect(answers.map(({ response }) => response?.status)).toContain(403)
  })

  test('a role changed in the browser opens nothing', async () => {
    const page = await renderRoute('/group/1', { as: 'student' })
    await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ })
    // As if changed by a debugger: the group says that the user is an administrator.
    const group = page.platform.journal.entries().findLast(entry => entry.operationId === 'getGroup')
    const body = { ...(group?.response?.body as object), is_admin: true }
    page.platform.db.faults.add('getGroup', { kind: 'body', status: 200, body })
    const { queryClient } = page
    await act(() => queryClient.invalidateQueries({ queryKey: groupQuery(1).queryKey }))
    await waitFor(() =>
      expect(queryClient.getQueryData(groupQuery(1).queryKey)).toMatchObject({ is_admin: true }),
    )
    const before = page.calls()
    await act(() => page.router.navigate({ href: '/group/1?tab=lms' }))
    await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ })
    expect(page.calls()).toEqual(before)
    const headers = { authorization: `Bearer ${page.platform.tokens?.access_token}` }
    const forced = await fetch('http://localhost/api/groups/1/upload_to_moodle', { headers })
    expect(forced.status).toBe(403)
  })
})

describe('N09 a late response after the user has navigated away', () => {
  const pages: [string, string, string, string, RegExp, RegExp][] = [
    ['a group', '/group/1', '/group/2', 'getGroup', /Практическая безопасность/, /Hands-on Security/],
    ['an invite', '/invite/AUTUMN-2026', '/invite/SECURE-EN', 'checkInvite', /Практическая/, /Hands-on/],
  ]
  test.each(pages)('%s: the second one stays', async (_, first, second, operation, slow, quick) => {
    const { fault, answer } = holdAnswer()
    const page = await renderRoute('/contacts', {
      as: 'student',
      prepare: ({ db }) => db.faults.add(operation, fault),
    })
    await screen.findByRole('heading', { level: 1 })
    void act(() => void page.router.navigate({ href: first }))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(first))
    await act(() => page.router.navigate({ href: second }))
    await waitForHref(page, second)
    await waitFor(() => expect(screen.getByRole('main').textContent).toMatch(quick))
    await act(async () => answer())
    await waitFor(() => expect(page.router.state.status).toBe('idle'))
    expect(page.router.state.location.pathname).toBe(second)
    expect(screen.getByRole('main').textContent).toMatch(quick)
    expect(screen.getByRole('heading', { level: 1 }).textContent).not.toMatch(slow)
  })
})
