import { QueryObserver } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { PersonaName } from '../../../mocks/platform/personas'
import { groupListQuery } from '../../api/queries/groups'
import { announcements } from '../../lib/announce'
import { monitorConnection } from '../../lib/online'
import { installFakeClock } from '../../test/fake-clock'
import { renderRoute } from '../../test/render-route'
import { settle } from '../../test/settle'

const setConnection = (state: 'online' | 'offline') => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online')
  window.dispatchEvent(new Event(state))
}

const spoken = () => announcements.get().map(({ text }) => text)

let stop = () => {}
beforeEach(() => {
  stop = monitorConnection()
  announcements.clear()
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const openGroups = async (as: PersonaName = 'student') => {
  const page = await renderRoute('/groups', { as })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  page.platform.journal.clear()
  return { ...page, clock: installFakeClock() }
}

test('N08 the banner shows the age of the data; on reconnect each query is refetched once', async () => {
  const page = await openGroups()
  const region = document.querySelector('header + [role=status]')
  expect(region?.textContent).toBe('')
  setConnection('offline')
  page.clock.advance(2000)
  const banner = await screen.findByText(/^Нет соединения\. Данные на \d\d:\d\d/)
  // The live region existed before its text.
  expect(banner.closest('[role=status]')).toBe(region)
  setConnection('online')
  page.clock.advance(1000)
  expect(screen.queryByText(/^Нет соединения/)).toBeNull()
  expect(spoken().filter(text => text === 'Соединение восстановлено')).toHaveLength(1)
  await waitFor(() => expect(page.calls()).toContain('listGroups'))
  expect(new Set(page.calls()).size).toBe(page.calls().length)
})

test('N08 flapping twenty times refetches once and sends nothing', async () => {
  const page = await openGroups()
  // Query itself would refetch stale data on each return.
  await page.queryClient.invalidateQueries({ refetchType: 'none' })
  for (let count = 0; count < 20; count += 1) {
    setConnection('offline')
    page.clock.advance(2500)
    setConnection('online')
    page.clock.advance(500)
  }
  await settle(page)
  expect(page.queryClient.isFetching()).toBe(0)
  expect(page.calls()).toEqual([])
  page.clock.advance(3000)
  await waitFor(() => expect(page.calls()).toContain('listGroups'))
  expect(new Set(page.calls()).size).toBe(page.calls().length)
  expect(spoken().filter(text => text === 'Соединение восстановлено')).toHaveLength(1)
})

test('N08 on an unknown path the queries of the header are refetched on reconnect', async () => {
  const page = await renderRoute('/nowhere', { as: 'student' })
  await screen.findByRole('button', { name: 'Меню профиля' })
  onTestFinished(new QueryObserver(page.queryClient, groupListQuery()).subscribe(() => {}))
  await waitFor(() => expect(page.queryClient.getQueryData(groupListQuery().queryKey)).toBeTruthy())
  page.platform.journal.clear()
  const clock = installFakeClock()
  setConnection('offline')
  clock.advance(2000)
  await screen.findByText(/^Нет соединения\. Данные на \d\d:\d\d/)
  setConnection('online')
  clock.advance(1000)
  await waitFor(() => expect(page.calls()).toEqual(['listGroups']))
})

test('N08 a page without API data shows no age', async () => {
  await renderRoute('/nowhere', { language: 'en' })
  await screen.findByRole('heading', { level: 1 })
  const page = { clock: installFakeClock() }
  setConnection('offline')
  page.clock.advance(2000)
  await screen.findByText('No internet connection.')
})

test('N08 a failed email request shows an error and is not repeated on reconnect', async () => {
  const page = await openGroups('newcomer')
  page.platform.db.faults.add('requestEmailVerification', { kind: 'abort' })
  const banner = within(await screen.findByRole('region', { name: 'Почта не подтверждена' }))
  setConnection('offline')
  await page.user.click(banner.getByRole('button', { name: 'Отправить письмо' }))
  expect((await banner.findByRole('alert')).textContent).toMatch(/^Нет соединения/)
  page.platform.journal.clear()
  page.clock.advance(2000)
  setConnection('online')
  page.clock.advance(1000)
  await waitFor(() => expect(page.calls()).toContain('listGroups'))
  expect(page.calls()).not.toContain('requestEmailVerification')
})

test('N08 a page that failed offline reloads once the connection is stable', async () => {
  const page = await openGroups()
  setConnection('offline')
  page.platform.db.faults.add('getGroup', { kind: 'abort' })
  await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
  await screen.findByRole('heading', { level: 1, name: 'Нет соединения с интернетом' })
  setConnection('online')
  page.clock.advance(1000)
  await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ })
})
