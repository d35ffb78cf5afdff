import { QueryObserver } from '@tanstack/react-query'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { PersonaName } from '../../../mocks/platform/personas'
import { announcements } from '../../lib/announce'
import { watchConnection } from '../../lib/online'
import { shownData } from '../../lib/shown-data'
import { groupListQuery } from '../../queries/groups'
import { holdClock } from '../../test/fake-clock'
import { renderRoute } from '../../test/render-route'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

const goes = (word: 'online' | 'offline') => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(word === 'online')
  window.dispatchEvent(new Event(word))
}

const spoken = () => announcements.get().map(({ text }) => text)

let stop = () => {}
beforeEach(() => {
  stop = watchConnection()
  announcements.clear()
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

const openGroups = async (as: PersonaName = 'student') => {
  const page = await renderRoute('/groups', { as })
  await screen.findByRole('heading', { level: 1, name: 'Мои группы' })
  page.platform.journal.clear()
  return { ...page, clock: holdClock() }
}

test('N08 the banner says how old the data is; on return it is read again, each query once', async () => {
  const page = await openGroups()
  const region = document.querySelector('header + [role=status]')
  expect(region?.textContent).toBe('')
  goes('offline')
  page.clock.advance(2000)
  const banner = await screen.findByText(/^Нет соединения\. Данные на \d\d:\d\d/)
  // What is spoken of a banner is its own live region, which stood there before.
  expect(banner.closest('[role=status]')).toBe(region)
  goes('online')
  page.clock.advance(1000)
  expect(screen.queryByText(/^Нет соединения/)).toBeNull()
  expect(spoken().filter(text => text === 'Соединение восстановлено')).toHaveLength(1)
  await waitFor(() => expect(page.calls()).toContain('listGroups'))
  expect(new Set(page.calls()).size).toBe(page.calls().length)
})

test('N08 flapping twenty times asks once for what is on the screen and sends nothing', async () => {
  const page = await openGroups()
  for (let count = 0; count < 20; count += 1) {
    goes('offline')
    page.clock.advance(2500)
    goes('online')
    page.clock.advance(500)
  }
  expect(page.calls()).toEqual([])
  page.clock.advance(3000)
  await waitFor(() => expect(page.calls()).toContain('listGroups'))
  expect(new Set(page.calls()).size).toBe(page.calls().length)
  expect(spoken().filter(text => text === 'Соединение восстановлено')).toHaveLength(1)
})

test('N08 around an address that leads nowhere, what stands beside the pages is read again on return', async () => {
  const page = await renderRoute('/nowhere', { as: 'student' })
  await screen.findByRole('button', { name: 'Меню профиля' })
  // As any part of the header may.
  onTestFinished(new QueryObserver(page.queryClient, groupListQuery()).subscribe(() => {}))
  await waitFor(() => expect(shownData.time()).not.toBeNull())
  page.platform.journal.clear()
  const clock = holdClock()
  goes('offline')
  clock.advance(2000)
  await screen.findByText(/^Нет соединения\. Данные на \d\d:\d\d/)
  goes('online')
  clock.advance(1000)
  await waitFor(() => expect(page.calls()).toEqual(['listGroups']))
})

test('N08 a page without data of the platform says only that the connection is gone', async () => {
  await renderRoute('/nowhere', { language: 'en' })
  await screen.findByRole('heading', { level: 1 })
  const page = { clock: holdClock() }
  goes('offline')
  page.clock.advance(2000)
  await screen.findByText('No internet connection.')
})

test('N08 a letter that could not be asked for is told in the banner and never sent by the return', async () => {
  const page = await openGroups('newcomer')
  page.platform.db.faults.add('requestEmailVerification', { kind: 'abort' })
  const banner = within(await screen.findByRole('region', { name: 'Почта не подтверждена' }))
  goes('offline')
  await page.user.click(banner.getByRole('button', { name: 'Отправить письмо' }))
  expect((await banner.findByRole('alert')).textContent).toMatch(/^Нет соединения/)
  page.platform.journal.clear()
  page.clock.advance(2000)
  goes('online')
  page.clock.advance(1000)
  await waitFor(() => expect(page.calls()).toContain('listGroups'))
  expect(page.calls()).not.toContain('requestEmailVerification')
})

test('N08 a page that failed offline comes by itself when the connection holds', async () => {
  const page = await openGroups()
  goes('offline')
  page.platform.db.faults.add('getGroup', { kind: 'abort' })
  await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
  await screen.findByRole('heading', { level: 1, name: 'Нет соединения с интернетом' })
  goes('online')
  page.clock.advance(1000)
  await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ })
})
