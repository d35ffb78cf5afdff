import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  count,
  errorFault,
  findButton,
  getAnnouncements,
  makeReady,
  openLabPage,
  panel,
  startLab,
} from '../../test/lab-page'

vi.setConfig({ testTimeout: 30_000 })

test('starting one lab does not block another', async () => {
  const page = await openLabPage()
  await findButton('Запустить лабораторию')
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  page.platform.db.faults.add('startLab', { kind: 'wait', until })
  await page.user.click(await findButton('Запустить лабораторию'))
  await page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId: 105 } })
  await page.user.click(await findButton('Запустить лабораторию'))
  answer()
  await waitFor(() => expect(count(page, 'startLab')).toBe(2))
})

test('a start whose response was lost is not an error, also after the lab expired', async () => {
  const page = await openLabPage()
  await findButton('Запустить лабораторию')
  page.platform.db.faults.add('startLab', { kind: 'abort', after: true })
  await makeReady(page)
  expect(panel().queryByRole('alert')).toBeNull()
  page.platform.db.faults.add('startLab', errorFault(500))
  await page.pass(5400 - 580)
  await page.user.click(panel().getByRole('button', { name: /^Продлить до/ }))
  expect((await panel().findByRole('alert')).textContent).toMatch(/^Не удалось продлить/)
  await page.pass(900)
  await panel().findByText('Выключена')
  expect(panel().queryByRole('alert')).toBeNull()
  await findButton('Запустить лабораторию')
})

test('N01 an empty response to a start or stop without effect is an error message', async () => {
  const page = await openLabPage()
  const { faults } = page.platform.db
  faults.add('startLab', { kind: 'empty', status: 200 })
  await page.user.click(await findButton('Запустить лабораторию'))
  expect((await panel().findByRole('alert')).textContent).toMatch(/^Лаборатория не запустилась/)
  await page.user.click(await findButton('Повторить'))
  await panel().findByText('Запускается')
  expect(panel().queryByRole('alert')).toBeNull()
  faults.add('stopLab', { kind: 'empty', status: 200 })
  await page.user.click(await findButton('Остановить'))
  const question = within(await screen.findByRole('alertdialog'))
  await page.user.click(question.getByRole('button', { name: /^Остановить/ }))
  expect((await panel().findByRole('alert')).textContent).toMatch(/^Не удалось остановить лабораторию/)
})

test('the stop dialog stays open when the lab becomes ready, and closes when it is off', async () => {
  const page = await openLabPage()
  await startLab(page)
  await page.user.click(panel().getByRole('button', { name: 'Остановить' }))
  await screen.findByRole('alertdialog')
  await page.pass(25)
  await waitFor(() => expect(getAnnouncements()).toContain('Лаборатория готова'))
  const dialog = within(screen.getByRole('alertdialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Не останавливать' }))
  const button = await findButton('Остановить')
  await waitFor(() => expect(document.activeElement).toBe(button))
  await page.user.click(button)
  await screen.findByRole('alertdialog')
  await page.pass(6000)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

/** The panel moves the focus after two frames. */
const frames = () =>
  act(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(resolve => requestAnimationFrame(resolve))
  })

test('a confirmed stop moves the focus to the panel; a cancelled one does not when the lab ends later', async () => {
  const page = await openLabPage()
  const answerDialog = async (answer: string) => {
    await page.user.click(await findButton('Остановить'))
    const dialog = within(await screen.findByRole('alertdialog'))
    await page.user.click(dialog.getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  const lab = () => screen.getByRole('region', { name: 'Лаборатория' })
  await makeReady(page)
  await answerDialog('Остановить лабораторию')
  await findButton('Запустить лабораторию')
  await waitFor(() => expect(document.activeElement).toBe(lab()))
  await makeReady(page)
  await answerDialog('Не останавливать')
  const button = await findButton('Остановить')
  await waitFor(() => expect(document.activeElement).toBe(button))
  button.blur()
  await page.pass(6 * 3600)
  await findButton('Запустить лабораторию')
  await frames()
  expect(document.activeElement).toBe(document.body)
})
