import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { waitForHref } from '../../test/login'
import { renderRoute } from '../../test/render-route'

/** On the Russian layout. */
const ctrlK = { key: 'л', code: 'KeyK', ctrlKey: true }
const press = () => fireEvent.keyDown(document.activeElement ?? document.body, ctrlK)
const field = () => screen.findByRole('combobox', { name: 'Что открыть' })
const chosen = () => screen.getByRole('option', { selected: true })

const open = async (path = '/contacts', as: 'student' | 'admin' = 'student') => {
  const page = await renderRoute(path, { as })
  await screen.findByRole('heading', { level: 1 })
  press()
  return { page, input: await field() }
}

test('finds a task of a running group, and opens it by the keyboard', async () => {
  const { page, input } = await open()
  expect(page.calls()).not.toContain('getGroup')
  await page.user.type(input, 'sql')
  const list = within(screen.getByRole('listbox'))
  const task = await list.findByRole('option', { name: /^SQL-инъекция/ })
  await waitFor(() => expect(chosen()).toBe(task))
  expect(input.getAttribute('aria-activedescendant')).toBe(task.id)
  await page.user.keyboard('{Enter}')
  await waitForHref(page, '/group/1/task/102')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('arrow keys go around, Escape closes, and actions open what they name', async () => {
  const { page, input } = await open('/groups')
  const options = screen.getAllByRole('option')
  expect(chosen()).toBe(options[0])
  await page.user.type(input, '{ArrowUp}')
  expect(chosen()).toBe(options.at(-1))
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Что открыть' })).toBeNull())
  press()
  await page.user.type(await field(), 'обратная')
  await waitFor(() => expect(chosen().textContent).toBe('Обратная связь'))
  await page.user.click(chosen())
  expect(await screen.findByRole('dialog', { name: 'Обратная связь' })).toBeTruthy()
  // A dialog keeps its keys.
  press()
  expect(screen.queryByRole('combobox', { name: 'Что открыть' })).toBeNull()
})

test('an administrator also finds hidden tasks', async () => {
  const { page, input } = await open('/groups', 'admin')
  await page.user.type(input, 'гонка')
  expect(await screen.findByRole('option', { name: /^Гонка/ })).toBeTruthy()
})

test('a guest has none of it', async () => {
  await renderRoute('/contacts')
  await screen.findByRole('heading', { level: 1 })
  press()
  expect(screen.queryByRole('dialog')).toBeNull()
})
