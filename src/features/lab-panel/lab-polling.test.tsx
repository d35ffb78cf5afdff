import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { toast } from '../../lib/toast'
import { count, errorFault, makeReady, openLabPage, panel } from '../../test/lab-page'

vi.setConfig({ testTimeout: 30_000 })

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

test('T05 twenty failures on another page show one notice, and the lab stays in the header', async () => {
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
  page.platform.db.faults.add('getLabStatus', errorFault(500), 20)
  for (let failure = 0; failure < 20; failure += 1) {
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
