import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getHref } from '../../test/login'
import { renderRoute } from '../../test/render-route'

const findBar = () => screen.findByRole('navigation', { name: 'Разделы задания' }, { timeout: 5000 })

test('the bar leads to the flag, the lab and the terminal, which is marked as current while open', async () => {
  const page = await renderRoute('/group/1/task/131', { as: 'student' })
  const bar = within(await findBar())
  expect(bar.getByRole('link', { name: 'Терминал' }).getAttribute('aria-current')).toBeNull()
  await page.user.click(bar.getByRole('button', { name: 'Флаг' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Флаг' })))
  expect(getHref(page)).toBe('/group/1/task/131')

  await page.user.click(bar.getByRole('link', { name: 'Терминал' }))
  await waitFor(() => expect(getHref(page)).toBe('/group/1/task/131?pane=terminal'))
  await waitFor(() =>
    expect(bar.getByRole('link', { name: 'Терминал' }).getAttribute('aria-current')).toBeTruthy(),
  )
  expect(page.calls()).not.toContain('openTerminal')

  await page.user.click(bar.getByRole('button', { name: 'Лаборатория' }))
  await waitFor(() => expect(getHref(page)).toBe('/group/1/task/131'))
})

test('one tap opens the terminal of a ready lab', async () => {
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
  expect(getHref(page)).toBe('/group/1/task/131?pane=terminal')
})

test('has only the parts of the task', async () => {
  await renderRoute('/group/1/task/102', { as: 'student' })
  const bar = within(await findBar())
  expect(bar.getByRole('button', { name: 'Лаборатория' })).toBeTruthy()
  expect(bar.queryByRole('link', { name: 'Терминал' })).toBeNull()
})

test('a disabled task without a lab has no bar, and a notice at the top', async () => {
  await renderRoute('/group/1/task/106', { as: 'student' })
  await screen.findByText('Сейчас задание доступно только для чтения', undefined, { timeout: 5000 })
  expect(screen.queryByRole('navigation', { name: 'Разделы задания' })).toBeNull()
})
