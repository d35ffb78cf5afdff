import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address } from '../../test/journey'
import { renderRoute } from '../../test/render-route'

const findBar = () => screen.findByRole('navigation', { name: 'Части задания' }, { timeout: 5000 })

test('the bar leads to the flag, the lab and the terminal, which is marked while it is open', async () => {
  const page = await renderRoute('/group/1/task/131', { as: 'student' })
  const bar = within(await findBar())
  expect(bar.getByRole('link', { name: 'Терминал' }).getAttribute('aria-current')).toBeNull()
  await page.user.click(bar.getByRole('button', { name: 'Флаг' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Флаг' })))
  expect(address(page)).toBe('/group/1/task/131')

  await page.user.click(bar.getByRole('link', { name: 'Терминал' }))
  await waitFor(() => expect(address(page)).toBe('/group/1/task/131?pane=terminal'))
  await waitFor(() =>
    expect(bar.getByRole('link', { name: 'Терминал' }).getAttribute('aria-current')).toBeTruthy(),
  )
  // Nothing is opened at the server by looking.
  expect(page.calls()).not.toContain('openTerminal')

  await page.user.click(bar.getByRole('button', { name: 'Лаборатория' }))
  await waitFor(() => expect(address(page)).toBe('/group/1/task/131'))
})

test('one tap opens the terminal of a lab that is ready', async () => {
  const page = await renderRoute('/group/1/task/131', {
    as: 'student',
    prepare: ({ db }) => {
      const lab = { status: 'ready', endpoints: [] }
      db.faults.add('getLabStatus', { kind: 'body', status: 200, body: lab }, 9)
    },
  })
  const bar = within(await findBar())
  const button = screen.getByRole('button', { name: 'Открыть терминал' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
  await page.user.click(bar.getByRole('link', { name: 'Терминал' }))
  await waitFor(() => expect(page.calls()).toContain('openTerminal'))
  expect(address(page)).toBe('/group/1/task/131?pane=terminal')
})

test('it holds only what the task has', async () => {
  await renderRoute('/group/1/task/102', { as: 'student' })
  const bar = within(await findBar())
  expect(bar.getByRole('button', { name: 'Лаборатория' })).toBeTruthy()
  expect(bar.queryByRole('link', { name: 'Терминал' })).toBeNull()
})

test('a disabled task without a lab has no bar, and says why at its top', async () => {
  await renderRoute('/group/1/task/106', { as: 'student' })
  await screen.findByText('Сейчас это задание можно только читать', undefined, { timeout: 5000 })
  expect(screen.queryByRole('navigation', { name: 'Части задания' })).toBeNull()
})
