import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announcements } from '../../lib/announce'
import { installFakeClock } from '../../test/fake-clock'
import { getHref } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'
import { readTaskFilters, saveTaskFilters } from './saved-task-filters'

const chip = (name: RegExp) => screen.findByRole('button', { name }, { timeout: 5000 })
const leave = async (page: RenderedRoute) => {
  await page.router.navigate({ to: '/groups' })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
}
const open = (page: RenderedRoute, search = {}) =>
  page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 }, search })

test('filters are restored with the group, and a reset clears them', async () => {
  const page = await renderRoute('/group/1', { as: 'student' })
  await page.user.click(await chip(/^Сложное/))
  await waitFor(() => expect(getHref(page)).toBe('/group/1?difficulty=hard'))
  await leave(page)
  await open(page)
  await waitFor(() => expect(getHref(page)).toBe('/group/1?difficulty=hard'))
  expect((await chip(/^Сложное/)).getAttribute('aria-pressed')).toBe('true')
  await page.user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }))
  await waitFor(() => expect(getHref(page)).toBe('/group/1'))
  await leave(page)
  await open(page)
  await chip(/^Сложное/)
  expect(getHref(page)).toBe('/group/1')
})

test('removing the last filter is stored too, and groups are independent', async () => {
  const page = await renderRoute('/group/1?status=todo', { as: 'student' })
  await page.user.click(await chip(/^Не решено/))
  await waitFor(() => expect(getHref(page)).toBe('/group/1'))
  expect(readTaskFilters(1)).toEqual({})
  await page.user.click(await chip(/^Обязательное/))
  await waitFor(() => expect(readTaskFilters(1)).toEqual({ required: true }))
  await page.router.navigate({ to: '/group/$groupId', params: { groupId: 2 } })
  await waitFor(() => expect(getHref(page)).toBe('/group/2'))
})

test('filters in the URL take precedence and are stored', async () => {
  const page = await renderRoute('/groups', {
    as: 'student',
    prepare: () => saveTaskFilters(1, { difficulty: 'hard' }),
  })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  await open(page, { required: true })
  await chip(/^Обязательное/)
  expect(getHref(page)).toBe('/group/1?required=true')
  await waitFor(() => expect(readTaskFilters(1)).toEqual({ required: true }))
})

test('neighbours stay within the filters, show a note, and have shortcuts', async () => {
  const page = await renderRoute('/group/1/task/102', {
    as: 'student',
    prepare: () => saveTaskFilters(1, { required: true, category: 11 }),
  })
  const nav = await screen.findByRole('navigation', { name: 'Соседние задания' })
  expect(nav.textContent).toContain('С учётом фильтров')
  const next = screen.getByRole('link', { name: /^Следующее/ }).getAttribute('href')
  fireEvent.keyDown(document.body, { key: 'ю', code: 'Period' })
  await waitFor(() => expect(getHref(page)).toBe(next))
  await screen.findByRole('link', { name: /^Предыдущее по списку\s*SQL/ })
  fireEvent.keyDown(document.body, { key: ',', code: 'Comma' })
  await waitFor(() => expect(getHref(page)).toBe('/group/1/task/102'))
})

test('several chip presses are announced once, with the count', async () => {
  const page = await renderRoute('/group/1', { as: 'student' })
  await chip(/^Сложное/)
  const announced: string[] = []
  const stop = announcements.subscribe(() => {
    const last = announcements.get().at(-1)?.text
    if (last?.startsWith('Найден')) announced.push(last)
  })
  const rows = () => document.querySelectorAll('[data-row-link]').length
  const all = rows()
  const time = installFakeClock()
  // The URL changes after the next paint.
  const expectPath = (expected: string) =>
    waitFor(() => {
      time.advance(0)
      expect(getHref(page)).toBe(expected)
    })
  fireEvent.click(await chip(/^Сложное/))
  await expectPath('/group/1?difficulty=hard')
  await waitFor(() => expect(rows()).toBeLessThan(all))
  const hard = rows()
  time.advance(400)
  fireEvent.click(await chip(/^Решено/))
  await expectPath('/group/1?difficulty=hard&status=solved')
  await waitFor(() => expect(rows()).toBeLessThan(hard))
  time.advance(400)
  expect(announced).toEqual([])
  time.advance(200)
  await waitFor(() => expect(announced).toHaveLength(1))
  stop()
  expect(announced[0]).toMatch(new RegExp(`^Найден\\S* ${rows()} `))
})
