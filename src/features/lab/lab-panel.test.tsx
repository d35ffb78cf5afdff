import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { api } from '../../api/api'
import { holdAnswer } from '../../test/hold-answer'
import {
  count,
  findButton,
  getAnnouncements,
  labTaskPath,
  makeReady,
  openLabPage,
  panel,
  startLab,
  stopLab,
} from '../../test/lab-page'
import { labHistory } from './lab-storage'

test('T01 from off to ready and back: display, requests and announcements', async () => {
  const page = await openLabPage()
  await findButton('Запустить лабораторию')
  expect(panel().getByText(/Обычно запуск занимает до 20/)).toBeTruthy()
  await startLab(page)
  expect(panel().getByText(/обычно до 20/)).toBeTruthy()
  expect(localStorage.getItem('flagship.lab')).toBe('1/104')
  await page.pass(25)
  await waitFor(() => expect(panel().getByRole('timer').textContent).toMatch(/^1:\d\d:\d\d$/))
  expect(
    panel()
      .getByRole('link', { name: /^lab-.*:8080/ })
      .getAttribute('rel'),
  ).toContain('noopener')
  expect(panel().getByRole('list', { name: 'Адреса лаборатории' }).textContent).toMatch(/ssh -p 22 lab-/)
  await waitFor(() => expect(getAnnouncements()).toContain('Лаборатория готова'))
  expect(screen.getByRole('link', { name: /^Лаборатория готова, до остановки 1/ })).toBeTruthy()
  await page.user.click(panel().getByRole('button', { name: 'Остановить' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/пропадёт/)).toBeTruthy()
  expect(count(page, 'stopLab')).toBe(0)
  await page.user.click(dialog.getByRole('button', { name: 'Остановить лабораторию' }))
  await findButton('Запустить лабораторию')
  expect(count(page, 'startLab')).toBe(1)
  expect(count(page, 'stopLab')).toBe(1)
  expect(localStorage.getItem('flagship.lab')).toBeNull()
  await waitFor(() => expect(getAnnouncements()).toContain('Лаборатория остановлена'))
  expect(localStorage.getItem('flagship.labStarts')).toContain('"starts":[')
  const polls = count(page, 'getLabStatus')
  await page.pass(120)
  expect(count(page, 'getLabStatus')).toBe(polls)
})

test('T01 stops polling after a logout', async () => {
  const page = await openLabPage()
  await makeReady(page)
  await act(() => api.session.logout())
  await screen.findByRole('heading', { level: 1, name: 'Вход' })
  const polls = count(page, 'getLabStatus')
  await page.pass(120)
  expect(count(page, 'getLabStatus')).toBe(polls)
})

test('T04 ten clicks send one start, and a stop while starting ends as the server says', async () => {
  const page = await openLabPage()
  const button = await findButton('Запустить лабораторию')
  const { fault, answer } = holdAnswer()
  page.platform.db.faults.add('startLab', fault)
  act(() => {
    for (let press = 0; press < 10; press += 1) button.click()
  })
  await page.user.click(await findButton('Остановить'))
  await page.user.click(await findButton('Остановить лабораторию'))
  await waitFor(() => expect(count(page, 'stopLab')).toBe(1))
  answer()
  await waitFor(() => expect(panel().queryByText('Выключена') ?? panel().queryByText(/^Прошло/)).toBeTruthy())
  await page.pass(3)
  const isRunning = page.platform.db.tables.labs.values().some(row => row.stopped_at === undefined)
  await waitFor(() => expect(Boolean(panel().queryByText('Выключена'))).toBe(!isRunning))
  expect(count(page, 'startLab')).toBe(1)
})

test('T08 an expired lab shows a note, a stopped one does not', async () => {
  const page = await openLabPage()
  await makeReady(page)
  await page.pass(4 * 3600)
  await findButton('Запустить лабораторию')
  expect(panel().getByText(/её время вышло/)).toBeTruthy()
  await makeReady(page)
  expect(panel().queryByText(/её время вышло/)).toBeNull()
  await stopLab(page)
  await findButton('Запустить лабораторию')
  expect(panel().queryByText(/её время вышло/)).toBeNull()
})

test('stopping a lab that is already off is not an error', async () => {
  const page = await openLabPage()
  await makeReady(page)
  page.platform.db.tables.labs.delete(`${page.platform.db.tables.labs.values()[0]?.user_id}:104`)
  await stopLab(page)
  await screen.findByText('Лаборатория уже была выключена.')
  await findButton('Запустить лабораторию')
  expect(screen.queryByText('Не удалось остановить лабораторию')).toBeNull()
})

test('links to another running lab', async () => {
  const page = await openLabPage()
  await startLab(page)
  await page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId: 105 } })
  await screen.findByRole('heading', { level: 1 })
  const other = page.platform.db.content.tasks.get(105)?.task
  if (!other?.lab) throw new Error('The test needs a second lab.')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(other.title))
  await page.user.click(await findButton('Запустить лабораторию'))
  await panel().findByText('Уже работает другая лаборатория:')
  expect(
    panel()
      .getByRole('link', { name: /^Первый вход/ })
      .getAttribute('href'),
  ).toContain('/group/1/task/104')
  // Two requests in order: nothing starts if the stop failed.
  const replace = 'Остановить её и запустить эту'
  const writes = () => page.calls().filter(call => call === 'startLab' || call === 'stopLab')
  page.platform.db.faults.add('stopLab', { kind: 'status', status: 500 })
  await page.user.click(await findButton(replace))
  await panel().findByText(/^Не удалось остановить лабораторию\./)
  expect(writes()).toEqual(['startLab', 'startLab', 'stopLab'])
  // The second click of a double click, after a fast response.
  fireEvent.click(await findButton(replace), { detail: 2 })
  expect((await findButton(replace)).ariaBusy).toBeNull()
  await page.user.dblClick(await findButton(replace))
  await panelWith('Запускается')
  expect(writes().slice(3)).toEqual(['stopLab', 'startLab'])
})

test('starts this lab when the other one has stopped by itself meanwhile', async () => {
  const page = await openLabPage()
  const running = { group_id: 1, task_id: 105, title: 'Другая' }
  const body = { detail: 'another lab is running', running }
  page.platform.db.faults.add('startLab', { kind: 'body', status: 409, body })
  await page.user.click(await findButton('Запустить лабораторию'))
  await page.user.click(await findButton('Остановить её и запустить эту'))
  await panel().findByText(/^Прошло/)
  const writes = page.calls().filter(call => call === 'startLab' || call === 'stopLab')
  expect(writes).toEqual(['startLab', 'stopLab', 'startLab'])
})

const malformedLab = (lab: object): Fault => ({ kind: 'body', status: 200, body: { endpoints: [], ...lab } })

test('T07 an unknown state is shown and can be refetched; an unsafe URL is not a link', async () => {
  const page = await openLabPage(labTaskPath, {
    prepare: ({ db }) => db.faults.add('getLabStatus', malformedLab({ status: 'hibernating' }), 3),
  })
  await panelWith('Неизвестно')
  expect(panel().queryByRole('button', { name: 'Запустить лабораторию' })).toBeNull()
  page.platform.db.faults.clear()
  const endpoint = {
    label: 'Портал',
    protocol: 'http',
    host: 'lab.example',
    port: 80,
    url: 'javascript:alert(1)',
  }
  page.platform.db.faults.add('getLabStatus', malformedLab({ status: 'ready', endpoints: [endpoint] }), 9)
  await page.user.click(panel().getByRole('button', { name: 'Повторить' }))
  await panel().findByText('javascript:alert(1)')
  expect(panel().queryByRole('link', { name: /javascript/ })).toBeNull()
})

const panelWith = async (text: string | RegExp) => {
  await screen.findByRole('region', { name: 'Лаборатория' })
  return panel().findByText(text)
}

test('a failed start shows the server’s text in the panel and can be retried', async () => {
  const page = await openLabPage()
  page.platform.db.tables.settings.patch('settings', { labStarts: 'failing' })
  await startLab(page)
  await page.pass(40)
  await panel().findByText(/^Лаборатория не запустилась, \d\d:\d\d/)
  expect(panel().getByText(/labs\.example/)).toBeTruthy()
  expect(getAnnouncements().filter(text => text === 'Лаборатория не запустилась')).toHaveLength(1)
  expect(panel().queryByRole('alert'), 'once is enough').toBeNull()
  expect(panel().getByRole('button', { name: 'Скопировать подробности' })).toBeTruthy()
  await page.user.click(panel().getByRole('button', { name: 'Запустить снова' }))
  await panel().findByText(/^Прошло/)
  expect(count(page, 'startLab')).toBe(2)
})

test('a slow start shows a note, and polling can be stopped', async () => {
  const page = await openLabPage()
  labHistory.recordStart(104, 18)
  page.platform.db.tables.settings.patch('settings', { labStarts: 'slow' })
  await startLab(page)
  await page.pass(30)
  await panel().findByText(/дольше обычного: у вас лаборатория обычно запускается за 20/)
  await page.user.click(panel().getByRole('button', { name: 'Не ждать' }))
  await screen.findByRole('link', { name: /^Лаборатория: состояние не проверяется/ })
  const polls = count(page, 'getLabStatus')
  await page.pass(12)
  expect(count(page, 'getLabStatus')).toBe(polls)
  await page.user.click(panel().getByRole('button', { name: 'Проверить состояние' }))
  await panel().findByText(/^Прошло/)
})

test('A11Y-12 warns once at ten and two minutes on every page, and extends the lab from there', async () => {
  const page = await openLabPage()
  await makeReady(page)
  expect(panel().getAllByText(/^Продлить можно с/)[0]).toBeTruthy()
  // The button comes once the lab can be extended, and names the time then.
  expect(panel().queryByRole('button', { name: /^Продлить/ })).toBeNull()
  await page.router.navigate({ to: '/groups' })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  await page.pass(5400 - 580)
  const region = within(await screen.findByRole('region', { name: 'Остановка лаборатории' }))
  expect(document.title).toMatch(/^10\sмин до остановки · Моё обучение · /)
  expect(
    getAnnouncements().filter(text => text.startsWith('Лаборатория остановится через')).length,
  ).toBeLessThanOrEqual(1)
  await page.user.click(region.getByRole('button', { name: 'Скрыть предупреждение' }))
  expect(screen.queryByRole('region', { name: 'Остановка лаборатории' })).toBeNull()
  await page.pass(450)
  const last = within(await screen.findByRole('region', { name: 'Остановка лаборатории' }))
  await page.user.click(last.getByRole('button', { name: /^Продлить до \d\d:\d\d/ }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Остановка лаборатории' })).toBeNull())
  expect(count(page, 'startLab')).toBe(2)
  expect(document.title).toMatch(/^Моё обучение · /)
})

test('a disabled task cannot start a lab, and L focuses the panel', async () => {
  const page = await openLabPage('/group/1/task/104', {
    prepare: ({ db }) => {
      const task = db.content.tasks.get(104)?.task
      if (!task) throw new Error('There is no such task.')
      const { status } = task
      task.status = 'disabled'
      // Content is shared by all databases.
      onTestFinished(() => {
        task.status = status
      })
    },
  })
  await panelWith(/запустить лабораторию нельзя/)
  expect(screen.queryByRole('button', { name: 'Запустить лабораторию' })).toBeNull()
  await page.user.keyboard('l')
  await waitFor(() => expect(document.activeElement?.id).toBe('lab'))
})

test('starting one lab does not block another', async () => {
  const page = await openLabPage()
  const { fault, answer } = holdAnswer()
  page.platform.db.faults.add('startLab', fault)
  await page.user.click(await findButton('Запустить лабораторию'))
  await page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId: 105 } })
  await page.user.click(await findButton('Запустить лабораторию'))
  answer()
  await waitFor(() => expect(count(page, 'startLab')).toBe(2))
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
  const lab = () => screen.getByRole('region', { name: 'Лаборатория' })
  await makeReady(page)
  await stopLab(page)
  await findButton('Запустить лабораторию')
  await waitFor(() => expect(document.activeElement).toBe(lab()))
  await makeReady(page)
  await stopLab(page, 'Не останавливать')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const button = await findButton('Остановить')
  await waitFor(() => expect(document.activeElement).toBe(button))
  button.blur()
  await page.pass(6 * 3600)
  await findButton('Запустить лабораторию')
  await frames()
  expect(document.activeElement).toBe(document.body)
})

test('a solve while the lab is starting says so', async () => {
  const page = await openLabPage()
  await startLab(page)
  const [flag = ''] = page.platform.db.getFlags(personas.student.id, 1, 104)
  fireEvent.input(screen.getByRole('textbox', { name: 'Флаг' }), { target: { value: flag } })
  await page.user.click(screen.getByRole('button', { name: 'Отправить' }))
  await screen.findByText(/^Лаборатория запускается\. Если она больше не нужна/)
})
