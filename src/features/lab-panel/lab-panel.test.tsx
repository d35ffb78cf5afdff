import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { api } from '../../api/api'
import { labMemory } from '../../lib/lab-starts'
import {
  count,
  findButton,
  labTaskPath,
  makeReady,
  openLabPage,
  panel,
  refused,
  spoken,
  startLab,
} from '../../test/lab-page'

vi.setConfig({ testTimeout: 30_000 })

test('T01 from off to ready and back: what is shown, what is called, what is said', async () => {
  const page = await openLabPage()
  await findButton('Запустить лабораторию')
  expect(panel().getByText(/Обычно запускается до 20/)).toBeTruthy()
  await startLab(page)
  expect(panel().getByText(/обычно до 20/)).toBeTruthy()
  expect(localStorage.getItem('flagship.lab')).toBe('1/104')
  await page.pass(25)
  await waitFor(() => expect(panel().getByRole('timer').textContent).toMatch(/^1:\d\d:\d\d$/))
  expect(
    panel()
      .getByRole('link', { name: /^http:\/\// })
      .getAttribute('rel'),
  ).toContain('noopener')
  expect(panel().getByText(/^ssh -p 22 lab-/)).toBeTruthy()
  await waitFor(() => expect(spoken()).toContain('Лаборатория готова'))
  // It is in the header too, by its own name and minutes.
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
  await waitFor(() => expect(spoken()).toContain('Лаборатория остановлена'))
  // The start was seen from its click to its end.
  expect(localStorage.getItem('flagship.labStarts')).toContain('"starts":[')
  const polls = count(page, 'getLabStatus')
  await page.pass(120)
  expect(count(page, 'getLabStatus')).toBe(polls)
})

test('T01 after a logout nothing is asked any more', async () => {
  const page = await openLabPage()
  await makeReady(page)
  await act(() => api.session.logout())
  await screen.findByRole('heading', { level: 1, name: 'Вход' })
  const polls = count(page, 'getLabStatus')
  await page.pass(120)
  expect(count(page, 'getLabStatus')).toBe(polls)
})

test('T04 ten presses are one start, and a stop while it is under way ends as the server says', async () => {
  const page = await openLabPage()
  const button = await findButton('Запустить лабораторию')
  let answer = () => {}
  page.platform.db.faults.add('startLab', {
    kind: 'wait',
    until: new Promise<void>(resolve => {
      answer = resolve
    }),
  })
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

test('T08 a lab whose time is over says so, and one that is stopped does not', async () => {
  const page = await openLabPage()
  await makeReady(page)
  await page.pass(4 * 3600)
  await findButton('Запустить лабораторию')
  expect(panel().getByText(/её время вышло/)).toBeTruthy()
  await makeReady(page)
  expect(panel().queryByText(/её время вышло/)).toBeNull()
  await page.user.click(panel().getByRole('button', { name: 'Остановить' }))
  await page.user.click(await findButton('Остановить лабораторию'))
  await findButton('Запустить лабораторию')
  expect(panel().queryByText(/её время вышло/)).toBeNull()
})

test('a stop of what is off already is said calmly', async () => {
  const page = await openLabPage()
  await makeReady(page)
  page.platform.db.tables.labs.delete(`${page.platform.db.tables.labs.values()[0]?.user_id}:104`)
  await page.user.click(panel().getByRole('button', { name: 'Остановить' }))
  await page.user.click(await findButton('Остановить лабораторию'))
  await screen.findByText('Лаборатория уже была выключена.')
  await findButton('Запустить лабораторию')
  expect(screen.queryByText('Не удалось остановить лабораторию')).toBeNull()
})

test('another lab that runs is named and linked', async () => {
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
  // One click, two calls in their order: what is not stopped has nothing started in its place.
  const replace = 'Остановить её и запустить эту'
  const writes = () => page.calls().filter(call => call === 'startLab' || call === 'stopLab')
  page.platform.db.faults.add('stopLab', { kind: 'status', status: 500 })
  await page.user.click(await findButton(replace))
  await panel().findByText(/^Не удалось остановить лабораторию\./)
  expect(writes()).toEqual(['startLab', 'startLab', 'stopLab'])
  await page.user.dblClick(await findButton(replace))
  await panelWith('Запускается')
  expect(writes().slice(3)).toEqual(['stopLab', 'startLab'])
})

const drifted = (lab: object): Fault => ({ kind: 'body', status: 200, body: { endpoints: [], ...lab } })

test('T07 a state nobody knows is said so and can be asked again; an unsafe address is no link', async () => {
  const page = await openLabPage(labTaskPath, {
    prepare: ({ db }) => db.faults.add('getLabStatus', drifted({ status: 'hibernating' }), 3),
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
  page.platform.db.faults.add('getLabStatus', drifted({ status: 'ready', endpoints: [endpoint] }), 9)
  await page.user.click(panel().getByRole('button', { name: 'Повторить' }))
  await panel().findByText('javascript:alert(1)')
  expect(panel().queryByRole('link', { name: /javascript/ })).toBeNull()
})

const panelWith = async (text: string | RegExp) => {
  await screen.findByRole('region', { name: 'Лаборатория' })
  return panel().findByText(text)
}

test('a start that fails stays in the panel with the text of the server, and can be tried again', async () => {
  const page = await openLabPage()
  page.platform.db.tables.settings.patch('settings', { labStarts: 'failing' })
  await startLab(page)
  await page.pass(40)
  await panel().findByText(/^Лаборатория не запустилась, \d\d:\d\d/)
  expect(panel().getByText(/labs\.example/)).toBeTruthy()
  expect(spoken().filter(text => text === 'Лаборатория не запустилась')).toHaveLength(1)
  expect(panel().queryByRole('alert'), 'once is enough').toBeNull()
  expect(panel().getByRole('button', { name: 'Скопировать детали' })).toBeTruthy()
  await page.user.click(panel().getByRole('button', { name: 'Запустить снова' }))
  await panel().findByText(/^Прошло/)
  expect(count(page, 'startLab')).toBe(2)
})

test('a refused start stays in the panel with its reason, and is tried again only by a click', async () => {
  const page = await openLabPage()
  await findButton('Запустить лабораторию')
  const faults: [Fault, RegExp][] = [
    [refused(500, 'common'), /Ошибка сервера/],
    [{ kind: 'abort' }, /Сервер не отвечает/],
    [refused(409, 'no started attempt exists'), /Сначала начните экзамен/],
  ]
  for (const [index, [fault, text]] of faults.entries()) {
    page.platform.db.faults.add('startLab', fault)
    await page.user.click(
      panel().getByRole('button', { name: index > 0 ? 'Повторить' : 'Запустить лабораторию' }),
    )
    await waitFor(() => expect(panel().getByRole('alert').textContent).toMatch(text))
    expect(count(page, 'startLab')).toBe(index + 1)
  }
  await page.user.click(panel().getByRole('button', { name: 'Повторить' }))
  await panel().findByText(/^Прошло/)
})

test('slower than usual: says so, and nobody has to wait', async () => {
  const page = await openLabPage()
  labMemory.recordStart(104, 18)
  page.platform.db.tables.settings.patch('settings', { labStarts: 'slow' })
  await startLab(page)
  await page.pass(30)
  await panel().findByText(/дольше обычного: у вас лаборатория обычно запускается за 20/)
  await page.user.click(panel().getByRole('button', { name: 'Не ждать' }))
  // Nothing turns in the header for a lab that nobody asks about.
  await screen.findByRole('link', { name: /^Лаборатория: состояние не проверяется/ })
  const polls = count(page, 'getLabStatus')
  await page.pass(12)
  expect(count(page, 'getLabStatus')).toBe(polls)
  await page.user.click(panel().getByRole('button', { name: 'Проверить состояние' }))
  await panel().findByText(/^Прошло/)
})

test('A11Y-12 the end is warned of everywhere, once, ten minutes and two before, and the lab is kept working from there', async () => {
  const page = await openLabPage()
  await makeReady(page)
  expect(panel().getByText(/^Продлить можно будет с/)).toBeTruthy()
  // The lab ends at that time anyway: until it can be moved, the button names none.
  expect(panel().getByRole('button', { name: 'Продлить' })).toBeTruthy()
  await page.router.navigate({ to: '/groups' })
  await screen.findByRole('heading', { level: 1, name: 'Мои группы' })
  await page.pass(5400 - 580)
  const region = within(await screen.findByRole('region', { name: 'Остановка лаборатории' }))
  expect(document.title).toMatch(/^10\sмин до остановки · Мои группы · /)
  expect(
    spoken().filter(text => text.startsWith('Лаборатория остановится через')).length,
  ).toBeLessThanOrEqual(1)
  await page.user.click(region.getByRole('button', { name: 'Скрыть предупреждение' }))
  expect(screen.queryByRole('region', { name: 'Остановка лаборатории' })).toBeNull()
  await page.pass(450)
  const last = within(await screen.findByRole('region', { name: 'Остановка лаборатории' }))
  await page.user.click(last.getByRole('button', { name: /^Продлить до \d\d:\d\d/ }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Остановка лаборатории' })).toBeNull())
  expect(count(page, 'startLab')).toBe(2)
  expect(document.title).toMatch(/^Мои группы · /)
})

test('a disabled task starts nothing, and L goes to the panel', async () => {
  const page = await openLabPage('/group/1/task/104', {
    prepare: ({ db }) => {
      const task = db.content.tasks.get(104)?.task
      if (!task) throw new Error('There is no such task.')
      const { status } = task
      task.status = 'disabled'
      // Every database has the same tasks.
      onTestFinished(() => {
        task.status = status
      })
    },
  })
  await panelWith(/запустить лабораторию сейчас нельзя/)
  expect(screen.queryByRole('button', { name: 'Запустить лабораторию' })).toBeNull()
  await page.user.keyboard('l')
  await waitFor(() => expect(document.activeElement?.id).toBe('lab'))
})

test('E04 an end without an offset is said to be unknown, and no end at all is passed over', async () => {
  const lab = { status: 'ready', endpoints: [], started_at: '2026-10-05T19:00:00Z' }
  const page = await openLabPage(labTaskPath, {
    prepare: ({ db }) => {
      const body = { ...lab, expires_at: '2026-10-05T21:00:00' }
      db.faults.add('getLabStatus', { kind: 'body', status: 200, body }, 1)
      db.faults.add('getLabStatus', { kind: 'body', status: 200, body: lab }, Number.POSITIVE_INFINITY)
    },
  })
  expect(await screen.findByText(/^Когда лаборатория остановится, неизвестно/)).toBeTruthy()
  expect(panel().queryByRole('timer')).toBeNull()
  await page.pass(120)
  await waitFor(() => expect(panel().queryByText(/^Когда лаборатория остановится, неизвестно/)).toBeNull())
  expect(panel().queryByRole('timer')).toBeNull()
})
