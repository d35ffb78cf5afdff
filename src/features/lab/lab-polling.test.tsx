import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { taskQuery } from '../../api/queries/tasks'
import { toast } from '../../lib/toast'
import { installFakeClock } from '../../test/fake-clock'
import { count, errorFault, makeReady, openLabPage, panel } from '../../test/lab-page'
import { labSearch } from '../../test/lab-search'
import { ru } from '../../test/messages'
import { renderRoute } from '../../test/render-route'
import { labTracker } from './lab-storage'
import { labStatusQuery, useRunningLab } from './labs'
import { labCan } from './model'

test('T05 failed polls keep the last state and show one notice with a retry', async () => {
  const toastError = vi.spyOn(toast, 'error')
  const page = await openLabPage()
  await makeReady(page)
  page.platform.db.faults.add('getLabStatus', errorFault(500), 20)
  await page.pass(12)
  await page.pass(12)
  await page.pass(12)
  const notice = await panel().findByText('Показано последнее известное состояние лаборатории.')
  expect(notice.closest('[role=status]')?.textContent).toContain('Ошибка сервера')
  expect(panel().getByRole('timer')).toBeTruthy()
  expect(panel().getByText('Готова')).toBeTruthy()
  // Shown by the panel.
  expect(toastError).not.toHaveBeenCalled()
  toastError.mockRestore()
  page.platform.db.faults.clear()
  await page.user.click(panel().getByRole('button', { name: 'Повторить' }))
  await waitFor(() => expect(panel().queryByText(/последнее известное/)).toBeNull())
})

test('T05 failures in a row on another page show one notice, and the lab stays in the header', async () => {
  const toastError = vi.spyOn(toast, 'error')
  onTestFinished(() => {
    toastError.mockRestore()
    toast.clear()
  })
  const page = await openLabPage()
  await makeReady(page)
  await page.router.navigate({ to: '/groups' })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  const before = count(page, 'getLabStatus')
  page.platform.db.faults.add('getLabStatus', errorFault(500), 5)
  for (let failure = 0; failure < 5; failure += 1) {
    await page.pass(61)
    await waitFor(() => expect(count(page, 'getLabStatus')).toBeGreaterThan(before + failure))
  }
  expect(toastError.mock.calls.map(([, settings]) => settings?.id)).toEqual(['lab-poll'])
  expect(screen.getByRole('link', { name: /^Лаборатория готова/ })).toBeTruthy()
})

test('T06 an access token that expires between polls causes one refresh', async () => {
  const page = await openLabPage()
  await makeReady(page)
  const before = count(page, 'refreshSession')
  page.platform.db.faults.add('getLabStatus', errorFault(401, 'Invalid token'))
  await page.pass(12)
  await waitFor(() => expect(count(page, 'refreshSession')).toBe(before + 1))
  const polls = count(page, 'getLabStatus')
  await page.pass(12)
  await waitFor(() => expect(count(page, 'getLabStatus')).toBeGreaterThan(polls))
  expect(count(page, 'refreshSession')).toBe(before + 1)
  expect(panel().getByRole('timer')).toBeTruthy()
})

test.each([
  ['open', true],
  ['disabled', false],
])('the lab of a task that is %s can be extended from any page: %s', (status, canExtend) => {
  const client = new QueryClient()
  client.setQueryData(labStatusQuery(1, 104).queryKey, { status: 'ready', endpoints: [] })
  client.setQueryData(taskQuery(1, 104).queryKey, { id: 104, title: 'A', status } as never)
  labTracker.track({ groupId: 1, taskId: 104 })
  const { result } = renderHook(() => useRunningLab(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  expect(result.current?.title).toBe('A')
  expect(result.current && labCan.extend(result.current.view)).toBe(canExtend)
  labTracker.reset()
})

test.each(['/groups', '/contacts'])(
  'a lab that was started in another browser is found from %s',
  async path => {
    labSearch.isOn = true
    onTestFinished(() => {
      labSearch.isOn = false
    })
    const clock = installFakeClock()
    const page = await renderRoute(path, { as: 'student', scenario: 'labRunning' })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('link', { name: /^Лаборатория/ })).toBeNull()
    // The poller's code comes after the page.
    await waitFor(() => {
      act(() => clock.advance(5000))
      expect(screen.getByRole('link', { name: /^Лаборатория готова/ })).toBeTruthy()
    })
    expect(page.calls()).not.toContain('startLab')
    await page.user.click(screen.getByRole('button', { name: ru.common['account.menu'] }))
    await page.user.click(await screen.findByRole('button', { name: ru.account.logout }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await dialog.findByText(ru.lab['logout.warning'])
  },
)
