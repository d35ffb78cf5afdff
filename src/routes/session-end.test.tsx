import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { api } from '../api/api'
import { landsOn, logIn } from '../test/journey'
import { type RenderedRoute, renderRoute } from '../test/render-route'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

const findFlag = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Флаг' })
const cached = ({ queryClient }: RenderedRoute) => queryClient.getQueryCache().getAll()

/** What the student alone may see, wherever it could stand: names, address, groups. */
const privateWords = /Воробьёва|Александра|alexandra|Практическая безопасность|Меню профиля/
const everythingShown = () => {
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

test('G08 a session that dies over an unsent flag leads to login and back to the flag', async () => {
  const page = await renderRoute('/group/1/task/101', { as: 'student' })
  fireEvent.input(await findFlag(), { target: { value: 'flag{half' } })
  const { faults } = page.platform.db
  faults.add('submitFlags', { kind: 'status', status: 401 })
  faults.add('refreshSession', { kind: 'status', status: 401, detail: 'Invalid refresh token' })
  await page.user.click(screen.getByRole('button', { name: 'Отправить' }))
  await landsOn(page, '/login')
  await screen.findByText(/Сессия истекла/)
  expect(everythingShown()).not.toContain('flag{half')
  await logIn(page, 'student')
  await landsOn(page, '/group/1/task/101')
  expect((await findFlag()).value).toBe('flag{half')
})

test('V04 after a logout nothing private is on the screen, in the fields or in the cache', async () => {
  const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: 'Рейтинг' })
  expect(everythingShown()).toMatch(privateWords)
  expect(cached(page).length).toBeGreaterThan(0)
  await logOut(page)
  await landsOn(page, '/login')
  await screen.findByLabelText(/Имя пользователя/)
  await waitFor(() => expect(everythingShown()).not.toMatch(privateWords))
  // The deployment's configuration belongs to nobody, and the login page has just read it.
  expect(
    cached(page)
      .map(({ queryKey }) => queryKey)
      .filter(([name]) => name !== 'config'),
  ).toEqual([])
  expect(localStorage.getItem('token')).toBeNull()
})

test('V04 after a logout on the own competencies the share link is gone, from the fields and from the cache', async () => {
  const token = 'k3Vd9sQ2mZ7xT1aB'
  const page = await renderRoute('/competencies', {
    as: 'student',
    prepare: ({ db }) => db.tables.shares.put(1, { user_id: 1, link: token }),
  })
  const field = await screen.findByLabelText<HTMLInputElement>('Ссылка на профиль')
  expect(field.value).toContain(token)
  await logOut(page)
  await landsOn(page, '/login')
  await screen.findByLabelText(/Имя пользователя/)
  await waitFor(() => expect(everythingShown()).not.toMatch(privateWords))
  expect(everythingShown()).not.toContain(token)
  const left = cached(page).filter(({ queryKey }) => queryKey[0] !== 'config')
  expect(left.map(({ queryKey }) => queryKey)).toEqual([])
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(token)
})

test('A19 a logout in another tab takes this screen to login, with nothing asked under the old token', async () => {
  const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: 'Рейтинг' })
  page.platform.journal.clear()
  localStorage.removeItem('token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await landsOn(page, '/login')
  await screen.findByLabelText(/Имя пользователя/)
  await waitFor(() => expect(everythingShown()).not.toMatch(privateWords))
  expect(api.session.getState().status).toBe('anonymous')
  expect(page.calls()).toEqual([])
})
