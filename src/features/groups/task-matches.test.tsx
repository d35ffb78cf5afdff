import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderRoute } from '../../test/render-route'

test('a search from home finds tasks of every running group', async () => {
  const page = await renderRoute('/', { as: 'student' })
  const field = await screen.findByRole('searchbox', { name: 'Группа или задание' })
  field.focus()
  await page.user.keyboard('чужой заказ{Enter}')
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/groups'))
  const list = within(await screen.findByRole('list', { name: 'Задания' }))
  const link = await list.findByRole('link', { name: 'Чужой заказ' })
  expect(link.getAttribute('href')).toBe('/group/1/task/103')
  // That no group matches is said below the task that was looked for.
  const none = screen.getByText('Нет подходящих групп')
  expect(link.compareDocumentPosition(none) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('the search of home filters the groups and has a link to the tasks', async () => {
  const page = await renderRoute('/', { as: 'student' })
  const field = await screen.findByRole('searchbox', { name: 'Группа или задание' }, { timeout: 15_000 })
  const rows = () => within(screen.getByRole('list', { name: 'Ваши группы' })).getAllByRole('heading')
  expect(rows().length).toBeGreaterThan(2)
  await page.user.click(field)
  await page.user.paste('гигиена')
  expect(rows().map(row => row.textContent)).toEqual(['Цифровая гигиена для сотрудников'])
  await page.user.clear(field)
  await page.user.paste('веб')
  screen.getByText('Нет подходящих групп')
  await page.user.click(screen.getByRole('link', { name: 'Искать задания: «веб»' }))
  await waitFor(() => expect(page.router.state.location.href).toContain('/groups?q='))
})

test('students find no hidden task', async () => {
  const page = await renderRoute('/groups?q=заготовка', { as: 'student' })
  await screen.findByText(/^Найдено 0 заданий/)
  expect(page.calls().filter(call => call === 'getGroup').length).toBeLessThanOrEqual(10)
})
