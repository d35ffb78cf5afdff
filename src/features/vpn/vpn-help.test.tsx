import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderRoute } from '../../test/render-route'

test('the VPN file is explained by system, by keyboard, with the running lab as a test', async () => {
  const page = await renderRoute('/group/1/task/104', { as: 'student', scenario: 'labRunning' })
  const opener = await screen.findByRole('button', { name: 'Как подключиться' })
  opener.focus()
  const calls = page.calls().length
  await page.user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Как подключиться к VPN' }))
  const system = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Ваша система' })
  await page.user.selectOptions(system, 'ios')
  expect(dialog.getByText(/App Store/)).toBeTruthy()
  await page.user.selectOptions(system, 'linux')
  expect(dialog.getByRole('button', { name: 'Скопировать: sudo apt install openvpn' })).toBeTruthy()
  await page.user.selectOptions(system, 'windows')
  expect(dialog.queryByText(/App Store/)).toBeNull()
  expect(dialog.getByRole('link', { name: 'К лаборатории' }).getAttribute('href')).toBe(
    '/group/1/task/104#lab',
  )
  expect(
    page
      .calls()
      .slice(calls)
      .filter(call => call !== 'getLabStatus'),
  ).toEqual([])
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
