import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { tableKeys } from '../../../mocks/platform/tables'
import { announcements } from '../../lib/announce'
import { findDangerousMarkup } from '../../test/hostile/markdown'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

beforeEach(() => announcements.clear())

const open = (taskId = 101, prepare?: (page: RenderedRoute['platform']) => void) =>
  renderRoute(`/group/1/task/${taskId}`, { as: 'student', ...(prepare && { prepare }) })

const panel = () => within(screen.getByRole('region', { name: /^Подсказки/ }))
const toggle = () => screen.findByRole('button', { name: /^Подсказки/ })
const takeButton = (name = 'Взять подсказку') => panel().getByRole('button', { name })
const taken = () => panel().queryAllByRole('heading', { level: 3 }).length
const calls = (page: RenderedRoute) => page.calls().filter(call => call === 'takeHint').length

const openPanel = async (page: RenderedRoute) => page.user.click(await toggle())

const takeFree = async (page: RenderedRoute) => {
  await openPanel(page)
  await page.user.click(takeButton())
  await panel().findByText(/^Следующая подсказка стоит 5/)
}

const confirm = async (page: RenderedRoute) => {
  await page.user.click(takeButton())
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Взять подсказку за 5 баллов?' }))
  await page.user.click(dialog.getByRole('button', { name: 'Взять подсказку' }))
}

test('a hint that costs points is not offered once the task is solved', async () => {
  const page = await open()
  await takeFree(page)
  const [flag = ''] = page.platform.db.getFlags(personas.student.id, 1, 101)
  fireEvent.input(screen.getByRole('textbox', { name: 'Флаг' }), { target: { value: flag } })
  await page.user.click(screen.getByRole('button', { name: 'Отправить' }))
  await panel().findByText(/^Задание решено: тратить баллы/)
  expect(panel().queryByRole('button', { name: 'Взять подсказку' })).toBeNull()
})

test('H opens the hints, also on the Russian layout, without taking one', async () => {
  const page = await open()
  const button = await toggle()
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.keyDown(document.body, { key: 'р', code: 'KeyH' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(calls(page)).toBe(0)
})

test('a free hint is taken and announced once, also on a double click', async () => {
  const page = await open()
  await openPanel(page)
  await page.user.dblClick(takeButton())
  await panel().findByText(/Браузер не показывает комментарии/)
  expect(panel().getByRole('heading', { name: 'Подсказка 1 из 2' })).toBeTruthy()
  expect(panel().getByText('Бесплатно')).toBeTruthy()
  await waitFor(() =>
    expect(announcements.get().filter(({ text }) => text === 'Подсказка 1 открыта')).toHaveLength(1),
  )
  expect(calls(page)).toBe(1)
})

test('a paid hint needs confirmation, and after the last one nothing is offered', async () => {
  const page = await open()
  await takeFree(page)
  await page.user.click(takeButton())
  const dialog = within(await screen.findByRole('alertdialog'))
  await page.user.click(dialog.getByRole('button', { name: 'Не брать' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls(page)).toBe(1)
  await confirm(page)
  await panel().findByText('Подсказок больше нет.')
  expect(panel().getByText('−5 баллов')).toBeTruthy()
  expect(panel().getByRole('heading', { name: 'Подсказка 2 из 2' })).toBeTruthy()
  expect(calls(page)).toBe(2)
})

test('while the task fails too, the result is unknown; the next click refetches before paying', async () => {
  const page = await open()
  await takeFree(page)
  const { faults } = page.platform.db
  faults.add('takeHint', { kind: 'abort', after: true })
  // The first refetch succeeds, the second fails.
  faults.add('getTask', { kind: 'delay', milliseconds: 0 })
  faults.add('getTask', { kind: 'abort' })
  await confirm(page)
  await panel().findByText(/Ответ не пришёл\. Если подсказка взята/)
  await page.user.click(takeButton('Попробовать ещё раз'))
  await page.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Взять подсказку' }),
  )
  await panel().findByText('Подсказок больше нет.')
  expect(taken()).toBe(2)
  expect(calls(page)).toBe(2)
})

test('never charges a price that was not shown: a hint taken in another tab updates the offer', async () => {
  const page = await open()
  await openPanel(page)
  page.platform.db.tables.hints.put(tableKeys.hint(personas.student.id, 1011), {
    user_id: personas.student.id,
    group_id: 1,
    task_id: 101,
    hint_id: 1011,
    cost: 0,
    at: 0,
  })
  await page.user.click(takeButton())
  await panel().findByText(/новая не взята/)
  expect(taken()).toBe(1)
  expect(panel().getByText('Следующая подсказка стоит 5 баллов.')).toBeTruthy()
  expect(calls(page)).toBe(0)
})
const respondWith = (body: unknown): Fault => ({ kind: 'body', status: 200, body })

/** Other shapes: `text.test.ts`. */
test.each([['Look at the cookie.'], [{ hint: { id: 1, content: 'Look at the cookie.' } }]])(
  'shows the hint text found in %j',
  async body => {
    const page = await open()
    await openPanel(page)
    page.platform.db.faults.add('takeHint', respondWith(body))
    await page.user.click(takeButton())
    await panel().findByText('Look at the cookie.')
  },
)

describe('X02 every failure shows "no hint" and can be retried', () => {
  test('taken hints may have any shape', async () => {
    const hints = [
      { id: 1, text: { a: 1 } },
      null,
      'words',
      { id: 4, text: 'до <img src=x onerror=alert(1)> [x](javascript:alert(1))', cost: 'x' },
    ]
    const page = await open()
    await screen.findByRole('heading', { level: 1 })
    const response = await fetch('http://localhost/api/groups/1/tasks/101', {
      headers: { authorization: `Bearer ${page.platform.tokens?.access_token}` },
      credentials: 'include',
    })
    const task = (await response.json()) as object
    page.platform.db.faults.add('getTask', respondWith({ ...task, hints_taken: hints }))
    await openPanel(page)
    await page.user.click(takeButton())
    await panel().findByText(/^до <img src=x/)
    expect(panel().getAllByText('Подсказка взята, но показать её не удалось.')).toHaveLength(2)
    const region = screen.getByRole('region', { name: /^Подсказки/ })
    for (const body of region.querySelectorAll('.markdown'))
      expect(findDangerousMarkup(body, { idPrefix: 'hint-', imagePrefix: '/files/' })).toEqual([])
    expect(calls(page)).toBe(0)
  })
})

test('hints of a disabled task are shown and cannot be taken', async () => {
  const page = await open(106)
  await openPanel(page)
  await page.user.click(takeButton())
  expect(panel().getByText('Задание отключено: взять подсказку нельзя')).toBeTruthy()
  expect(calls(page)).toBe(0)
})
