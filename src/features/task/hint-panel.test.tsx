import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { tableKeys } from '../../../mocks/platform/tables'
import type { Task } from '../../api/responses'
import { announcements } from '../../lib/announce'
import { findDangerousMarkup } from '../../test/hostile/markdown'
import { type RenderedRoute, renderRoute } from '../../test/render-route'
import { getHintCosts } from './hints'

beforeEach(() => announcements.clear())

const open = (taskId = 101, language?: 'en') =>
  renderRoute(`/group/1/task/${taskId}`, { as: 'student', ...(language && { language }) })

const panel = () => within(screen.getByRole('region', { name: /^(?:Подсказки|Hints)/ }))
const toggle = () => screen.findByRole('button', { name: /^(?:Подсказки|Hints)/ })
/** State, title and price of each hint, without what is in it. */
const ladder = () =>
  [...(panel().getAllByRole('list')[0]?.children ?? [])].map(rung => {
    const [state, body] = rung.querySelectorAll(':scope > :not([aria-hidden])')
    return [
      state?.textContent,
      ...[...(body?.firstElementChild?.childNodes ?? [])].map(one => one.textContent),
    ]
  })
const takeButton = (name = 'Взять подсказку') => panel().getByRole('button', { name })
const taken = () => panel().queryAllByRole('heading', { level: 3 }).length
const calls = (page: RenderedRoute) => page.calls().filter(call => call === 'takeHint').length

const openPanel = async (page: RenderedRoute) => page.user.click(await toggle())

/** The next price may be known before the task is read again. */
const idle = () => waitFor(() => expect(takeButton().hasAttribute('aria-busy')).toBe(false))

const takeFree = async (page: RenderedRoute) => {
  await openPanel(page)
  await page.user.click(takeButton())
  await panel().findByRole('heading', { level: 3 })
  await idle()
  expect(ladder()[1]).toEqual(['Доступна', 'Следующая подсказка', '−5 баллов'])
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
  // The second click of a double click, after a fast response, is not for the next hint.
  await idle()
  fireEvent.click(takeButton(), { detail: 2 })
  expect(screen.queryByRole('alertdialog')).toBeNull()
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
  await panel().findByText(/не подтвердил запрос\. Если подсказка взята/)
  await page.user.click(takeButton('Попробовать ещё раз'))
  await page.user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Взять подсказку' }),
  )
  await panel().findByText('Подсказок больше нет.')
  expect(taken()).toBe(2)
  expect(calls(page)).toBe(2)
})

test('a hint that was not taken is not called taken once the task answers again', async () => {
  const page = await open()
  await takeFree(page)
  const { faults } = page.platform.db
  faults.add('takeHint', { kind: 'abort' })
  faults.add('getTask', { kind: 'delay', milliseconds: 0 })
  faults.add('getTask', { kind: 'abort' })
  await confirm(page)
  await panel().findByText(/Если подсказка взята/)
  fireEvent(document, new Event('visibilitychange'))
  await waitFor(() => expect(panel().queryByText(/Если подсказка взята/)).toBeNull())
  expect(panel().getByText('Подсказка недоступна')).toBeTruthy()
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
  expect(ladder()[1]).toEqual(['Доступна', 'Следующая подсказка', '−5 баллов'])
  expect(calls(page)).toBe(0)
})

const respondWith = (body: unknown): Fault => ({ kind: 'body', status: 200, body })

/** From now on the server sends task 101 or 102 with these fields; `undefined` removes one. */
const changeTask = async (page: RenderedRoute, id: number, changes: object) => {
  await screen.findByRole('heading', { level: 1 })
  const response = await fetch(`http://localhost/api/groups/1/tasks/${id}`, {
    headers: { authorization: `Bearer ${page.platform.tokens?.access_token}` },
    credentials: 'include',
  })
  const task = (await response.json()) as object
  page.platform.db.faults.add('getTask', respondWith({ ...task, ...changes }), Number.POSITIVE_INFINITY)
}

describe('the ladder shows the price of each hint before it is taken', () => {
  test('in Russian, and what all of them cost', async () => {
    const page = await open(102)
    const button = await toggle()
    expect(button.textContent).toBe('Подсказки3 подсказки: бесплатно, −15, −25')
    await openPanel(page)
    expect(button.textContent).toBe('Подсказки0 из 3')
    expect(ladder()).toEqual([
      ['Доступна', 'Следующая подсказка', 'Бесплатно'],
      ['Закрыта', 'Подсказка 2 из 3', '−15 баллов'],
      ['Закрыта', 'Подсказка 3 из 3', '−25 баллов'],
    ])
    panel().getByText('Остальные вместе — 40 баллов.')
    expect(panel().getAllByRole('button', { name: /подсказку/ })).toHaveLength(1)
    await page.user.click(takeButton())
    await panel().findByRole('heading', { level: 3 })
    await idle()
    await page.user.click(takeButton())
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Взять подсказку за 15 баллов?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Взять подсказку' }))
    await panel().findByText('Потрачено 15 баллов.')
    await idle()
    expect(ladder()).toEqual([
      ['Открыта', 'Подсказка 1 из 3', 'Бесплатно'],
      ['Открыта', 'Подсказка 2 из 3', '−15 баллов'],
      ['Доступна', 'Следующая подсказка', '−25 баллов'],
    ])
  })

  test('in English', async () => {
    const page = await open(102, 'en')
    expect((await toggle()).textContent).toBe('Hints3 hints: free, −15, −25')
    await openPanel(page)
    expect(ladder()).toEqual([
      ['Available', 'Next hint', 'Free'],
      ['Locked', 'Hint 2 of 3', '−15 points'],
      ['Locked', 'Hint 3 of 3', '−25 points'],
    ])
    panel().getByText('The rest cost 40 points together.')
  })

  test.each<[string, object, string[]]>([
    ['a missing list', { hint_costs: undefined }, []],
    ['a malformed price', { hint_costs: [0, '15', 25] }, ['−25 баллов']],
  ])('N02 %s costs only the prices it lacks', async (_, changes, price) => {
    const page = await open(102)
    await openPanel(page)
    await changeTask(page, 102, changes)
    await act(() => page.queryClient.invalidateQueries())
    await waitFor(() =>
      expect(ladder()).toEqual([
        ['Доступна', 'Следующая подсказка', 'Бесплатно'],
        ['Закрыта', 'Подсказка 2 из 3'],
        ['Закрыта', 'Подсказка 3 из 3', ...price],
      ]),
    )
    expect(takeButton()).toBeTruthy()
  })

  test.each<[object, (number | null)[]]>([
    [{ hint_costs: [0, 15, 25] }, [0, 15, 25]],
    [{ hint_costs: null }, [0, null, null]],
    [{ hint_costs: '0,15,25' }, [0, null, null]],
    [{ hint_costs: [0, 15] }, [0, null, null]],
    [{ hint_costs: [0, 15, 25, 40] }, [0, null, null]],
    [{ hint_costs: [0, -15, null] }, [0, null, null]],
    // It contradicts the price of the next hint.
    [{ hint_costs: [15, 25, 40] }, [0, null, null]],
    [{ hint_costs: [15, 25, 40], hint_cost: undefined }, [15, 25, 40]],
    [{ hint_costs: [0, 15, 25], hints_left: undefined }, [0]],
    [{ hint_costs: [0, 15, 25], hints_left: 1e9 }, [0]],
    [{ hint_costs: [], hints_left: 0 }, []],
  ])('N02 prices of %j', (changes, costs) => {
    const task = { has_hint: true, hints_left: 3, hint_cost: 0, ...changes }
    expect(getHintCosts(task as unknown as Task)).toEqual(costs)
  })

  test('never charges a price that was not shown: a price that was only in the list has changed', async () => {
    const page = await open(102)
    await openPanel(page)
    await changeTask(page, 102, { hint_cost: undefined, hint_costs: [15, 25, 40] })
    await act(() => page.queryClient.invalidateQueries())
    await waitFor(() => expect(ladder()[0]?.[2]).toBe('−15 баллов'))
    page.platform.db.faults.clear('getTask')
    await changeTask(page, 102, { hint_cost: undefined, hint_costs: [20, 25, 40] })
    await page.user.click(takeButton())
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Взять подсказку за 15 баллов?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Взять подсказку' }))
    await panel().findByText(/новая не взята/)
    expect(ladder()[0]).toEqual(['Доступна', 'Следующая подсказка', '−20 баллов'])
    expect(calls(page)).toBe(0)
  })
})

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
    await changeTask(page, 101, { hints_taken: hints })
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
