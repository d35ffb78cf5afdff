import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { countSolvers } from '../../../mocks/platform/solves'
import { renderRoute } from '../../test/render-route'

const always = Number.POSITIVE_INFINITY
const task = (id: number, solved_by?: number | null) => ({
  id,
  title: `Задание ${id}`,
  difficulty: 'easy',
  points: 100,
  important: false,
  status: 'active',
  visible: true,
  ...(solved_by !== undefined && { solved_by }),
})
const group = (...tasks: object[]): Fault => ({
  kind: 'body',
  status: 200,
  body: {
    id: 1,
    name: 'Группа',
    is_exam: false,
    is_admin: false,
    categories: [{ id: 1, name: 'Веб', tasks }],
  },
})
const open = (fault: Fault, path = '/group/1') =>
  renderRoute(path, { as: 'student', prepare: ({ db }) => db.faults.add('getGroup', fault, always) })
const titles = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link', { name: /^Задание \d+/ })
    .map(({ textContent }) => textContent)
    .filter((title, at, all) => all.indexOf(title) === at)
const sorts = () =>
  within(screen.getByRole('combobox', { name: 'Порядок заданий' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('rows say how many have solved a task; the list is sorted by it and filtered to those that nobody has solved', async () => {
  const page = await open(group(task(901, 3), task(902, 0), task(903, 21), task(904)))
  await screen.findByText('Решили 3 участника')
  expect(screen.getByText('Решил 21 участник')).toBeTruthy()
  expect(screen.getByText('Пока никто не решил')).toBeTruthy()
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Порядок заданий' }), 'popular')
  await waitFor(() =>
    expect(titles().slice(-4)).toEqual(['Задание 903', 'Задание 901', 'Задание 902', 'Задание 904']),
  )
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Порядок заданий' }), 'rare')
  await waitFor(() =>
    expect(titles().filter(title => /^Задание 90\d$/.test(title ?? ''))).toEqual([
      'Задание 902',
      'Задание 901',
      'Задание 903',
      'Задание 904',
    ]),
  )
  await page.user.click(screen.getByRole('button', { name: /^Никто не решил/ }))
  await waitFor(() => expect(screen.queryByText('Решил 21 участник')).toBeNull())
  expect(screen.getByText('Пока никто не решил')).toBeTruthy()
})

test('a server that does not count them: no numbers, no such order and no such filter', async () => {
  await open(group(task(901), task(902, null)))
  await screen.findAllByRole('link', { name: /^Задание 901/ })
  expect(screen.queryByText(/^Решил|никто не решил/)).toBeNull()
  expect(sorts()).not.toContain('Чаще решают')
  expect(sorts()).not.toContain('Реже решают')
  expect(screen.queryByRole('button', { name: /^Никто не решил/ })).toBeNull()
})

test('the page of a task says it too, also from the list of the group', async () => {
  const page = await renderRoute('/group/1/task/101', { as: 'student' })
  await screen.findByText(new RegExp(`^Решил[и]? ${countSolvers(page.platform.db, 1, 101)} `))
})
