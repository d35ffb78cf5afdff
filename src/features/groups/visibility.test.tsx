import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { groupQuery } from '../../api/queries/groups'
import { holdAnswer } from '../../test/hold-answer'
import { renderRoute } from '../../test/render-route'
import { settle } from '../../test/settle'

const name = /^Видно участникам: Чужой заказ$/
const findSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name })
const getSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name })
const row = () => within(getSwitch().closest('li') ?? document.body)
const changes = (page: { calls: () => string[] }) =>
  page.calls().filter(call => call === 'setTaskVisibility').length

const forbidden = (detail: unknown): Fault => ({ kind: 'body', status: 403, body: { detail } })

test('hides the task at once, and refetches the group after the response', async () => {
  const page = await renderRoute('/group/1', { as: 'admin' })
  const control = await findSwitch()
  expect(control.checked).toBe(true)
  const { fault, answer } = holdAnswer()
  page.platform.db.faults.add('setTaskVisibility', fault)
  const reads = page.calls().filter(call => call === 'getGroup').length
  await page.user.click(control)
  await waitFor(() => expect(getSwitch().checked).toBe(false))
  expect(row().getByText('Скрыто')).toBeTruthy()
  await page.user.click(getSwitch())
  await page.user.keyboard(' ')
  expect(getSwitch().checked).toBe(false)
  expect(document.activeElement).toBe(getSwitch())
  answer()
  await waitFor(() => expect(page.calls().filter(call => call === 'getGroup').length).toBe(reads + 1))
  expect(changes(page)).toBe(1)
  await waitFor(() => expect(getSwitch().getAttribute('aria-busy')).toBeNull())
  expect(getSwitch().checked).toBe(false)
})

test('shows a hidden task with the switch on its page', async () => {
  const page = await renderRoute('/group/1/task/107', { as: 'admin' })
  const control = await screen.findByRole<HTMLInputElement>('switch', { name: /^Видно участникам/ })
  expect(control.checked).toBe(false)
  // The switch says it.
  expect(screen.queryByText('Скрыто')).toBeNull()
  await page.user.click(control)
  await waitFor(() => expect(control.checked).toBe(true))
  expect(changes(page)).toBe(1)
})

test('X07 an error reverts the switch and shows the server detail as plain text', async () => {
  const page = await renderRoute('/group/1', { as: 'admin' })
  await findSwitch()
  const hostile = '<img src=x onerror=alert(1)> $t(errors.common) {{x}} \u202Egnp.exe javascript:alert(1)'
  page.platform.db.faults.add('setTaskVisibility', forbidden(hostile))
  await page.user.click(getSwitch())
  const alert = await row().findByRole('alert')
  expect(alert.textContent).toContain('видимость осталась прежней')
  expect(alert.querySelector('details')?.textContent).toContain(hostile)
  expect(alert.querySelector('img, a, script')).toBeNull()
  expect(alert.querySelector('bdi')?.childNodes).toHaveLength(1)
  expect(getSwitch().checked).toBe(true)
  await page.user.click(within(alert).getByRole('button', { name: 'Закрыть' }))
  expect(row().queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(getSwitch())
})

test('a rejected change does not revert another one', async () => {
  const page = await renderRoute('/group/1', { as: 'admin' })
  const first = await findSwitch()
  const { fault, answer } = holdAnswer()
  page.platform.db.faults.add('setTaskVisibility', fault)
  page.platform.db.faults.add('setTaskVisibility', forbidden('no'))
  const other = () =>
    screen.getByRole<HTMLInputElement>('switch', { name: /^Видно участникам: Забытый \.git$/ })
  await page.user.click(first)
  await waitFor(() => expect(getSwitch().checked).toBe(false))
  await page.user.click(other())
  await screen.findByText('no')
  expect(other().checked).toBe(true)
  expect(getSwitch().checked).toBe(false)
  answer()
  await waitFor(() => expect(getSwitch().getAttribute('aria-busy')).toBeNull())
  expect(getSwitch().checked).toBe(false)
})

test('an answer that was on its way does not revert the switch', async () => {
  const page = await renderRoute('/group/1', { as: 'admin' })
  await findSwitch()
  const [group, change] = [holdAnswer(), holdAnswer()]
  page.platform.db.faults.add('getGroup', group.fault)
  page.platform.db.faults.add('setTaskVisibility', change.fault)
  const refetched = page.queryClient.refetchQueries(groupQuery(1))
  await page.user.click(getSwitch())
  await waitFor(() => expect(getSwitch().checked).toBe(false))
  group.answer()
  await refetched
  await settle(page)
  expect(getSwitch().checked).toBe(false)
  change.answer()
  await waitFor(() => expect(getSwitch().getAttribute('aria-busy')).toBeNull())
  expect(getSwitch().checked).toBe(false)
})

test('G12 students have no switch, no tab of the LMS and no hidden tasks', async () => {
  const page = await renderRoute('/group/1', { as: 'student' })
  await screen.findByRole('link', { name: 'Чужой заказ' })
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByText('Скрыто')).toBeNull()
  await page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId: 101 } })
  await screen.findByRole('heading', { level: 2, name: 'Описание' })
  expect(screen.queryByRole('switch')).toBeNull()
})
