import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { watchConnection } from '../../lib/online'
import { askToStart, attemptCard, openExamTab, settle, spokenOften } from '../../test/exam-page'
import { holdClock } from '../../test/fake-clock'

let stopWatching = () => {}
afterEach(() => {
  stopWatching()
  stopWatching = () => {}
  vi.restoreAllMocks()
})

const open = (faults: [operation: string, fault: Fault][] = []) =>
  openExamTab({
    scenario: 'examReady',
    prepare: ({ db }) => {
      for (const [operation, fault] of faults) db.faults.add(operation, fault)
    },
  })

type Page = Awaited<ReturnType<typeof open>>

const start = async (page: Page) => page.user.click(await askToStart(page))
const ready = () => attemptCard('Допуск получен')
const running = () => attemptCard('Экзамен идёт')

test('the question says what begins, and nothing is sent before it is ticked and confirmed', async () => {
  const page = await open()
  await page.user.click(await screen.findByRole('button', { name: 'Начать экзамен' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Начать экзамен?' }))
  for (const words of [/все задания: 24.часа/, /Пауза и перенос/, /отчёт в срок.*до 3/, /Обязательных.*: 6/])
    expect(dialog.getByText(words)).toBeTruthy()
  const confirm = dialog.getByRole('button', { name: /^Начать, / })
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  await page.user.click(confirm)
  await page.user.click(dialog.getByRole('button', { name: 'Не начинать' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(page.count('startAttempt')).toBe(0)
})

test('E07 ten clicks are one start; its answer replaces the group, takes the focus and is said once', async () => {
  const page = await open()
  let answer = () => {}
  const until = new Promise<void>(resolve => {
    answer = resolve
  })
  page.platform.db.faults.add('startAttempt', { kind: 'wait', until })
  const confirm = await askToStart(page)
  // Before the page can show that the first one counts.
  act(() => {
    for (let click = 0; click < 10; click += 1) confirm.click()
  })
  await screen.findByText(/^Начинаем экзамен/)
  const button = screen.getByRole('button', { name: 'Начать экзамен' })
  expect(button.getAttribute('aria-busy')).toBe('true')
  for (let click = 0; click < 10; click += 1) fireEvent.click(button)
  answer()
  const card = await running()
  await waitFor(() => expect(document.activeElement).toBe(card))
  await waitFor(() => expect(spokenOften('Экзамен начался')).toBe(1))
  await waitFor(() => expect(page.count('listTaskStatuses')).toBe(1))
  expect(page.count('startAttempt')).toBe(1)
  expect(page.count('getGroup')).toBe(0)
})

test('E07 the connection breaks after the call was sent: the group is read again, and the exam is found running', async () => {
  const page = await open()
  page.platform.db.faults.add('startAttempt', { kind: 'abort', after: true })
  await start(page)
  const card = await running()
  // The group is shown a moment before the outcome of the call is.
  await within(card).findByText('Экзамен уже идёт')
  await waitFor(() => expect(document.activeElement).toBe(card))
  await waitFor(() => expect(spokenOften('Экзамен уже идёт')).toBe(1))
  await settle()
  expect(page.count('startAttempt')).toBe(1)
  expect(page.count('getGroup')).toBeGreaterThan(0)
})

test('E07 no usable answer and no exam: it is read for a minute, and then each start is a click of its own', async () => {
  const clock = holdClock()
  const page = await open()
  const faults: Fault[] = [
    { kind: 'status', status: 500 },
    { kind: 'abort' },
    // Said by a proxy: it tells nothing of what stands behind it.
    { kind: 'html', status: 403 },
    { kind: 'malformed', status: 200 },
    { kind: 'empty', status: 200 },
    { kind: 'body', status: 200, body: { id: 5, attempts: 'none' } },
  ]
  for (const [index, fault] of faults.entries()) {
    page.platform.db.faults.add('startAttempt', fault)
    await start(page)
    await screen.findByText(/^Экзамен пока не начался.+Проверяем ещё/)
    expect(page.count('getGroup')).toBe(2 * index + 1)
    const withheld = screen.getByRole('button', { name: 'Начать экзамен' })
    expect(withheld.getAttribute('aria-disabled')).toBe('true')
    clock.advance(60_000)
    await within(await ready()).findByText(/^Экзамен не начался:/)
    expect(page.count('getGroup')).toBe(2 * index + 2)
  }
  await settle()
  expect(page.count('startAttempt')).toBe(faults.length)
  await start(page)
  await running()
  expect(screen.queryByText(/^Экзамен не начался:/)).toBeNull()
  expect(page.count('startAttempt')).toBe(faults.length + 1)
})

test('E07 a start that lands after the group was read is found by a later reading, and no second one is offered', async () => {
  const clock = holdClock()
  const page = await open()
  const { db } = page.platform
  db.faults.add('startAttempt', { kind: 'status', status: 504 })
  await start(page)
  await screen.findByText(/^Экзамен пока не начался/)
  for (const [index, milliseconds] of [3000, 7000, 20_000].entries()) {
    clock.advance(milliseconds)
    await waitFor(() => expect(page.count('getGroup')).toBe(index + 2))
    await settle()
  }
  const withheld = screen.getByRole('button', { name: 'Начать экзамен' })
  expect(withheld.getAttribute('aria-disabled')).toBe('true')
  db.tables.attempts.patch(2, { started_at: db.now() })
  clock.advance(30_000)
  await within(await running()).findByText('Экзамен уже идёт')
  await waitFor(() => expect(spokenOften('Экзамен уже идёт')).toBe(1))
  expect(page.count('startAttempt')).toBe(1)
})

test('E07 neither the start nor the group answers: it stays unknown, also on another tab, until a reading tells', async () => {
  const clock = holdClock()
  const page = await open()
  const { faults } = page.platform.db
  faults.add('startAttempt', { kind: 'abort', after: true })
  faults.add('getGroup', { kind: 'abort' }, 2)
  await start(page)
  await screen.findByText('Неизвестно, начался ли экзамен')
  const withheld = screen.getByRole('button', { name: 'Начать экзамен' })
  expect(withheld.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(withheld)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await page.user.click(screen.getByRole('tab', { name: 'Задания' }))
  // A tab chosen is a panel after the next paint.
  const panel = (name: string) =>
    waitFor(() => {
      clock.advance(0)
      expect(screen.getByRole('tabpanel', { name })).toBeTruthy()
    })
  await panel('Задания')
  await page.user.click(screen.getByRole('tab', { name: 'Экзамен' }))
  await panel('Экзамен')
  await screen.findByText('Неизвестно, начался ли экзамен')
  const ask = () => page.user.click(screen.getByRole('button', { name: 'Узнать состояние' }))
  await ask()
  await screen.findByText(/^Сервер не отвечает/)
  expect(screen.getByRole('button', { name: 'Начать экзамен' }).getAttribute('aria-disabled')).toBe('true')
  await ask()
  await running()
  await waitFor(() => expect(spokenOften('Экзамен уже идёт')).toBe(1))
  expect(page.count('startAttempt')).toBe(1)
})

describe('a refusal stands in the card, and the group is read again', () => {
  test('with its reason and its wish to wait', async () => {
    const page = await open()
    const { faults } = page.platform.db
    const detail = 'attempt requires payment or admission'
    faults.add('startAttempt', { kind: 'status', status: 409, detail })
    await start(page)
    const card = within(await ready())
    await card.findByText('Для попытки нужна оплата или допуск.')
    await waitFor(() => expect(page.count('getGroup')).toBe(1))
    faults.add('startAttempt', { kind: 'status', status: 429, headers: { 'Retry-After': '60' } })
    await start(page)
    await card.findByText(/^Повторить через \d+ с$/)
    expect(page.count('startAttempt')).toBe(2)
  })

  test('also when it was started in another tab', async () => {
    const page = await open()
    const { db } = page.platform
    const confirm = await askToStart(page)
    db.tables.attempts.patch(2, { started_at: db.now() })
    await page.user.click(confirm)
    const card = within(await running())
    expect(card.getByText('Экзамен уже идёт')).toBeTruthy()
    expect(card.getByText('Задания этой попытки уже выданы.')).toBeTruthy()
    await page.user.click(card.getByRole('button', { name: 'Закрыть' }))
    expect(card.queryByText('Экзамен уже идёт')).toBeNull()
    // The pressed cross is gone, and the focus is not lost with it.
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('exam-attempt'))
  })
})

test('E08 nothing is sent without a connection, and nothing starts by itself when it is back', async () => {
  const page = await open()
  stopWatching = watchConnection()
  const confirm = await askToStart(page)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const clock = holdClock()
  // The browser knows it already, and the page waits two seconds before it says so.
  window.dispatchEvent(new Event('offline'))
  await page.user.click(confirm)
  await screen.findByText(/запрос не отправлен, экзамен не начался/)
  clock.advance(3000)
  const button = await screen.findByRole('button', { name: 'Начать экзамен' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByText('Нет соединения: начать экзамен нельзя')).toBeTruthy()
  fireEvent.click(button)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  for (let second = 0; second < 10; second += 1) {
    clock.advance(1000)
    await settle(10)
  }
  expect(page.count('startAttempt')).toBe(0)
  await ready()
})

test('E07 an answer that never comes: after ten seconds the state can be asked for, and the start stays one', async () => {
  const clock = holdClock()
  const page = await open([['startAttempt', { kind: 'never' }]])
  const { db } = page.platform
  await start(page)
  await screen.findByText(/^Начинаем экзамен/)
  clock.advance(10_000)
  await screen.findByText(/^Ответа всё ещё нет/)
  db.tables.attempts.patch(2, { started_at: db.now() })
  await page.user.click(screen.getByRole('button', { name: 'Узнать состояние' }))
  await running()
  expect(screen.queryByText(/^Ответа всё ещё нет/)).toBeNull()
  // It has arrived, or its fault would still wait for it; none came after it, which would have been answered and counted.
  expect(db.faults.has('startAttempt')).toBe(false)
  expect(page.count('startAttempt')).toBe(0)
})
