import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { personas } from '../../../mocks/platform/personas'
import { renderRoute } from '../../test/render-route'

const open = async () => {
  const page = await renderRoute('/', { as: 'newcomer' })
  const card = within(await screen.findByRole('region', { name: 'Подтвердите почту' }))
  return { ...page, card }
}

test('G16 home is one page with the address and the next step, said once', async () => {
  const { card } = await open()
  expect(card.getByText('newcomer@mail.example').tagName).toBe('BDI')
  expect(card.getByRole('button', { name: /^Отправить/ })).toBeTruthy()
  expect(card.getByRole('button', { name: 'Готово, проверить' })).toBeTruthy()
  expect(screen.getAllByText(/newcomer@mail\.example/)).toHaveLength(1)
  expect(screen.queryByRole('region', { name: 'Почта не подтверждена' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Ваши группы' })).toBeNull()
})

test('G16 once the address is verified, home shows the tasks', async () => {
  const page = await open()
  page.platform.db.tables.users.patch(personas.newcomer.id, { email_verified: true })
  await page.user.click(page.card.getByRole('button', { name: 'Готово, проверить' }))
  await screen.findByRole('heading', { name: 'Ваши группы' })
})

test('a wrong address: a prepared message, and a new registration', async () => {
  const page = await open()
  screen.getByRole('button', { name: 'Написать, что адрес неверный' }).focus()
  await page.user.keyboard('{Enter}')
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox')
  expect(field.value).toMatch(/newcomer@mail\.example\nПравильный адрес: $/)
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await page.user.click(screen.getByRole('button', { name: 'Выйти и зарегистрироваться' }))
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/registration'))
  expect(localStorage.getItem('token')).toBeNull()
})
