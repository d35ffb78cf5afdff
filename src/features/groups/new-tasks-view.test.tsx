import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TestServer } from '../../../mocks/hosts/node'
import { DAY_MS } from '../../lib/durations'
import { storage } from '../../lib/storage'
import { renderRoute } from '../../test/render-route'

const task = (id: number) => ({
  id,
  title: `Задание ${id}`,
  difficulty: 'easy',
  points: 100,
  important: false,
  status: 'active',
  visible: true,
})
const answer =
  (...ids: number[]) =>
  ({ db }: TestServer): void => {
    const categories = [{ id: 1, name: 'Веб', tasks: ids.map(task) }]
    const body = { id: 1, name: 'Группа', is_exam: false, is_admin: false, categories }
    db.faults.add('getGroup', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY)
  }
const findRow = async (name: string) => {
  const [link] = await screen.findAllByRole('link', { name })
  return link?.closest('li') as HTMLElement
}

test('a task that was added since the last visit is marked, and can be found', async () => {
  const page = await renderRoute('/group/1', { as: 'student', prepare: answer(901, 902) })
  await findRow('Задание 901')
  expect(screen.queryByText('Новое')).toBeNull()

  await page.router.navigate({ to: '/contacts' })
  const [[id = 0, at = 0, ...rest] = []] = JSON.parse(storage.get('flagship.seenTasks') ?? '[]')
  expect(id).toBe(1)
  storage.set('flagship.seenTasks', JSON.stringify([[id, at - DAY_MS, ...rest]]))
  page.platform.db.faults.clear()
  answer(901, 902, 903)(page.platform)
  await page.queryClient.invalidateQueries({ queryKey: ['getGroup'] })
  await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })

  within(await findRow('Задание 903')).getByText('Новое')
  expect(within(await findRow('Задание 901')).queryByText('Новое')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: /^Новое/ }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Задание 901' })).toBeNull())
  await findRow('Задание 903')
  // On the next visit it would find nothing.
  expect(storage.get('flagship.taskFilters') ?? '').not.toContain('new')
  storage.clear('logout')
  expect(storage.get('flagship.seenTasks')).toBeNull()
})
