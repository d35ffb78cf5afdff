import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announcements } from '../../lib/announce'
import { holdClock } from '../../test/fake-clock'
import { address } from '../../test/journey'
import { type RenderedRoute, renderRoute } from '../../test/render-route'
import { keepTaskFilters, readTaskFilters } from './task-filter-memory'

const chip = (name: RegExp) => screen.findByRole('button', { name }, { timeout: 5000 })
const leave = async (page: RenderedRoute) => {
  await page.router.navigate({ to: '/groups' })
  await screen.findByRole('heading', { level: 1, name: 'Мои группы' })
}
const open = (page: RenderedRoute, search = {}) =>
  page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 }, search })

test('filters come back with the group, and the reset forgets them', async () => {
  const page = await renderRoute('/group/1', { as: 'student' })
  await page.user.click(await chip(/^Сложное/))
  await waitFor(() => expect(address(page)).toBe('/group/1?difficulty=hard'))
  await leave(page)
  await open(page)
  await waitFor(() => expect(address(page)).toBe('/group/1?difficulty=hard'))
  expect((await chip(/^Сложное/)).getAttribute('aria-pressed')).toBe('true')
  await page.user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }))
  await waitFor(() => expect(address(page)).toBe('/group/1'))
  await leave(page)
  await open(page)
  await chip(/^Сложное/)
  expect(address(page)).toBe('/group/1')
})

test('the last filter that is taken off is forgotten too, and another group has its own', async () => {
  const page = await renderRoute('/group/1?status=todo', { as: 'student' })
  await page.user.click(await chip(/^Не решено/))
  await waitFor(() => expect(address(page)).toBe('/group/1'))
  expect(readTaskFilters(1)).toEqual({})
  await page.user.click(await chip(/^Обязательное/))
  await waitFor(() => expect(readTaskFilters(1)).toEqual({ required: true }))
  await page.router.navigate({ to: '/group/$groupId', params: { groupId: 2 } })
  await waitFor(() => expect(address(page)).toBe('/group/2'))
})

test('filters in the address win, and are the ones to follow from then on', async () => {
  const page = await renderRoute('/groups', {
    as: 'student',
    prepare: () => keepTaskFilters(1, { difficulty: 'hard' }),
  })
  await screen.findByRole('heading', { level: 1, name: 'Мои группы' })
  await open(page, { required: true })
  await chip(/^Обязательное/)
  expect(address(page)).toBe('/group/1?required=true')
  await waitFor(() => expect(readTaskFilters(1)).toEqual({ required: true }))
})

test('neighbours stay within the filters, say so, and answer their keys', async () => {
  const page = await renderRoute('/group/1/task/102', {
    as: 'student',
    prepare: () => keepTaskFilters(1, { required: true, category: 11 }),
  })
  const nav = await screen.findByRole('navigation', { name: 'Соседние задания' })
  expect(nav.textContent).toContain('По вашему отбору')
  const next = screen.getByRole('link', { name: /^Следующее/ }).getAttribute('href')
  fireEvent.keyDown(document.body, { key: 'ю', code: 'Period' })
  await waitFor(() => expect(address(page)).toBe(next))
  await screen.findByRole('link', { name: /^Предыдущее по списку\s*SQL/ })
  fireEvent.keyDown(document.body, { key: ',', code: 'Comma' })
  await waitFor(() => expect(address(page)).toBe('/group/1/task/102'))
})

test('several chips in a row are announced once, with what is left', async () => {
  const page = await renderRoute('/group/1', { as: 'student' })
  await chip(/^Сложное/)
  const said: string[] = []
  const stop = announcements.subscribe(() => {
    const last = announcements.get().at(-1)?.text
    if (last?.startsWith('Найден')) said.push(last)
  })
  const rows = () => document.querySelectorAll('[data-row-link]').length
  const all = rows()
  const time = holdClock()
  // The address follows after the next paint.
  const comesTo = (expected: string) =>
    waitFor(() => {
      time.advance(0)
      expect(address(page)).toBe(expected)
    })
  fireEvent.click(await chip(/^Сложное/))
  await comesTo('/group/1?difficulty=hard')
  await waitFor(() => expect(rows()).toBeLessThan(all))
  const hard = rows()
  time.advance(400)
  fireEvent.click(await chip(/^Решено/))
  await comesTo('/group/1?difficulty=hard&status=solved')
  await waitFor(() => expect(rows()).toBeLessThan(hard))
  time.advance(400)
  expect(said).toEqual([])
  time.advance(200)
  await waitFor(() => expect(said).toHaveLength(1))
  stop()
  expect(said[0]).toMatch(new RegExp(`^Найден\\S* ${rows()} `))
})
