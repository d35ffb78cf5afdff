import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { api } from '../api/api'
import { logIn, waitForHref } from '../test/login'
import { type RenderedRoute, renderRoute } from '../test/render-route'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

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
  const page = await renderRoute('/group/1/task/101', { as: 'student' })
  fireEvent.input(await findFlag(), { target: { value: 'flag{half' } })
  const { faults } = page.platform.db
  faults.add('submitFlags', { kind: 'status', status: 401 })
  faults.add('refreshSession', { kind: 'status', status: 401, detail: 'Invalid refresh token' })
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
