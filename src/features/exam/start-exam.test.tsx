import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { api } from '../../api/api'
import { groupQuery } from '../../api/queries/groups'
import { monitorConnection } from '../../lib/online'
import { attemptCard, countAnnouncements, openExamTab, openStartDialog } from '../../test/exam-page'
import { installFakeClock } from '../../test/fake-clock'
import { holdAnswer } from '../../test/hold-answer'
import { settle } from '../../test/settle'

let stopMonitoring = () => {}
afterEach(() => {
  stopMonitoring()
  stopMonitoring = () => {}
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

const start = async (page: Page) => page.user.click(await openStartDialog(page))
const ready = () => attemptCard('Допуск получен')
const running = () => attemptCard('Экзамен идёт')

test('the dialog explains the start; nothing is sent before the checkbox is ticked and confirmed', async () => {
  const page = await open()
  await page.user.click(await screen.findByRole('button', { name: 'Начать экзамен' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Начать экзамен?' }))
  for (const message of [
    /все задания: 24.часа/,
    /Пауза и перенос/,
    /отчёт в срок.*до 3/,
    /Обязательных.*: 6/,
  ])
    expect(dialog.getByText(message)).toBeTruthy()
  const confirm = dialog.getByRole('button', { name: /^Начать экзамен на 24.часа$/ })
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  await page.user.click(confirm)
  await page.user.click(dialog.getByRole('button', { name: 'Не начинать' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(page.count('startAttempt')).toBe(0)
})

test('E07 ten clicks send one start; the response updates the group, moves the focus and is announced once', async () => {
  const page = await open()
  const { fault, answer } = holdAnswer()
  page.platform.db.faults.add('startAttempt', fault)
  const confirm = await openStartDialog(page)
  // All clicks happen before a re-render.
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
  await waitFor(() => expect(countAnnouncements('Экзамен начался')).toBe(1))
  await waitFor(() => expect(page.count('listTaskStatuses')).toBe(1))
  expect(page.count('startAttempt')).toBe(1)
  expect(page.count('getGroup')).toBe(0)
})

test('E07 without a usable response and a running exam, polls for a minute; then each start needs a click', async () => {
  const clock = installFakeClock()
  const page = await open()
  const faults: Fault[] = [
    { kind: 'abort' },
    { kind: 'html', status: 502 },
    { kind: 'body', status: 200, body: { id: 5, attempts: 'none' } },
  ]
  for (const [index, fault] of faults.entries()) {
    page.platform.db.faults.add('startAttempt', fault)
    await start(page)
    await screen.findByText(/экзамен пока не начался.+Проверяем ещё/)
    expect(page.count('getGroup')).toBe(2 * index + 1)
    const disabledButton = screen.getByRole('button', { name: 'Начать экзамен' })
    expect(disabledButton.getAttribute('aria-disabled')).toBe('true')
    clock.advance(60_000)
    await within(await ready()).findByText(/^Экзамен не начался:/)
    expect(page.count('getGroup')).toBe(2 * index + 2)
  }
  await settle(page)
  expect(page.count('startAttempt')).toBe(faults.length)
  await start(page)
  await running()
  expect(screen.queryByText(/^Экзамен не начался:/)).toBeNull()
  expect(page.count('startAttempt')).toBe(faults.length + 1)
})

test('E07 a firewall that blocks the start is named, and the start can be tried again at once', async () => {
  const page = await open()
  page.platform.db.faults.add('startAttempt', { kind: 'body', status: 406, body: { support_id: '7f31' } })
  await start(page)
  const note = await screen.findByText('Не удалось начать экзамен')
  expect(note.closest('[role=alert]')?.textContent).toContain('прокси или межсетевой экран')
  expect(document.body.textContent).not.toMatch(/не подтвердил|Проверяем ещё/)
  expect([page.count('startAttempt'), page.count('getGroup')]).toEqual([1, 1])
  await start(page)
  await running()
})

test('E07 a firewall that blocks the answer of a started exam hides nothing', async () => {
  const page = await open()
  const { db } = page.platform
  const { fault, answer } = holdAnswer()
  db.faults.add('getGroup', fault)
  db.faults.add('startAttempt', { kind: 'html', status: 403 })
  await start(page)
  await waitFor(() => expect(page.count('startAttempt')).toBe(1))
  db.tables.attempts.patch(2, { started_at: db.now() })
  answer()
  await within(await running()).findByText('Экзамен уже идёт')
})

test('E07 a start that takes effect late is found by a later poll, and no second start is offered', async () => {
  const clock = installFakeClock()
  const page = await open()
  const { db } = page.platform
  db.faults.add('startAttempt', { kind: 'status', status: 504 })
  await start(page)
  await screen.findByText(/экзамен пока не начался/)
  for (const [index, milliseconds] of [3000, 7000, 20_000].entries()) {
    clock.advance(milliseconds)
    await waitFor(() => expect(page.count('getGroup')).toBe(index + 2))
    await settle(page)
  }
  const disabledButton = screen.getByRole('button', { name: 'Начать экзамен' })
  expect(disabledButton.getAttribute('aria-disabled')).toBe('true')
  db.tables.attempts.patch(2, { started_at: db.now() })
  clock.advance(30_000)
  await within(await running()).findByText('Экзамен уже идёт')
  await waitFor(() => expect(countAnnouncements('Экзамен уже идёт')).toBe(1))
  expect(page.count('startAttempt')).toBe(1)
})

test('E07 if neither the start nor the group responds, the state stays unknown, also after switching tabs', async () => {
  const clock = installFakeClock()
  const page = await open()
  const { faults } = page.platform.db
  faults.add('startAttempt', { kind: 'abort', after: true })
  faults.add('getGroup', { kind: 'abort' }, 2)
  await start(page)
  await screen.findByText('Неизвестно, начался ли экзамен')
  const disabledButton = screen.getByRole('button', { name: 'Начать экзамен' })
  expect(disabledButton.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(disabledButton)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await page.user.click(screen.getByRole('tab', { name: 'Задания' }))
  // The panel renders after the next paint.
  const panel = (name: string) =>
    waitFor(() => {
      clock.advance(0)
      expect(screen.getByRole('tabpanel', { name })).toBeTruthy()
    })
  await panel('Задания')
  await page.user.click(screen.getByRole('tab', { name: 'Экзамен' }))
  await panel('Экзамен')
  await screen.findByText('Неизвестно, начался ли экзамен')
  const checkState = () => page.user.click(screen.getByRole('button', { name: 'Проверить статус' }))
  await checkState()
  await screen.findByText(/^Сервер не отвечает/)
  expect(screen.getByRole('button', { name: 'Начать экзамен' }).getAttribute('aria-disabled')).toBe('true')
  await checkState()
  await running()
  await waitFor(() => expect(countAnnouncements('Экзамен уже идёт')).toBe(1))
  expect(page.count('startAttempt')).toBe(1)
})

describe('a rejected start is shown in the card and refetches the group', () => {
  test('with its reason and Retry-After', async () => {
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
    await card.findByText(/^Повторить можно через \d+ с$/)
    expect(page.count('startAttempt')).toBe(2)
  })

  test('also if it was started in another tab', async () => {
    const page = await open()
    const { db } = page.platform
    const confirm = await openStartDialog(page)
    db.tables.attempts.patch(2, { started_at: db.now() })
    await page.user.click(confirm)
    const card = within(await running())
    expect(card.getByText('Экзамен уже идёт')).toBeTruthy()
    expect(card.getByText('Задания для этой попытки уже выданы.')).toBeTruthy()
    await page.user.click(card.getByRole('button', { name: 'Закрыть' }))
    expect(card.queryByText('Экзамен уже идёт')).toBeNull()
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('exam-attempt'))
  })
})

test('E08 sends nothing offline, and starts nothing automatically when back online', async () => {
  const page = await open()
  stopMonitoring = monitorConnection()
  const confirm = await openStartDialog(page)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const clock = installFakeClock()
  // The page waits two seconds before it shows the offline state.
  window.dispatchEvent(new Event('offline'))
  await page.user.click(confirm)
  // A timer of the page may still be due, which a clock that stands would hold back.
  await waitFor(() => {
    clock.advance(10)
    screen.getByText(/запрос не отправлен, экзамен не начался/)
  })
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
    await settle(page)
  }
  expect(page.count('startAttempt')).toBe(0)
  await ready()
})

test('E07 without a response the state can be checked after ten seconds, and only one start is sent', async () => {
  const clock = installFakeClock()
  const page = await open([['startAttempt', { kind: 'never' }]])
  const { db } = page.platform
  await start(page)
  await screen.findByText(/^Начинаем экзамен/)
  clock.advance(10_000)
  await screen.findByText(/^Ответа всё ещё нет/)
  db.tables.attempts.patch(2, { started_at: db.now() })
  await page.user.click(screen.getByRole('button', { name: 'Проверить статус' }))
  await running()
  expect(screen.queryByText(/^Ответа всё ещё нет/)).toBeNull()
  // The fault was consumed, so one request arrived. A second one would have been answered and counted.
  expect(db.faults.has('startAttempt')).toBe(false)
  expect(page.count('startAttempt')).toBe(0)
})

test("A20 a start answered after a logout leaves nothing in the next user's cache", async () => {
  const page = await open([['logout', { kind: 'abort' }]])
  const { fault, answer } = holdAnswer()
  page.platform.db.faults.add('startAttempt', fault)
  await start(page)
  await waitFor(() => expect(page.platform.db.faults.has('startAttempt')).toBe(false))
  await act(() => api.session.logout())
  answer()
  await waitFor(() => expect(page.count('startAttempt')).toBe(1))
  await settle(page)
  expect(page.queryClient.getQueryData(groupQuery(5).queryKey)).toBeUndefined()
})

const openRequest = () => openExamTab({}, '/group/8?tab=exam')

const region = () => within(screen.getByRole('region', { name: 'Попытка экзамена' }))
const requestAttempt = (page: Awaited<ReturnType<typeof openRequest>>) =>
  page.user.click(screen.getByRole('button', { name: 'Запросить попытку' }))

test('shows the rules before the button; a double click sends one request; the new attempt gets the focus', async () => {
  const page = await openRequest()
  for (const message of [
    /все задания: 6.часов/,
    /после допуска\. Его даёт преподаватель/,
    /пауза и перенос/,
    /время не пойдёт/,
  ])
    expect(region().getByText(message)).toBeTruthy()
  await page.user.dblClick(screen.getByRole('button', { name: 'Запросить попытку' }))
  const card = await attemptCard('Нужен допуск')
  await waitFor(() => expect(document.activeElement).toBe(card))
  await waitFor(() => expect(countAnnouncements('Попытка создана')).toBe(1))
  expect(screen.queryByRole('button', { name: /^Запросить/ })).toBeNull()
  expect(page.count('requestAttempt')).toBe(1)
  expect(page.count('getGroup')).toBe(0)
})

test('after a failure without a new attempt the user can retry; nothing is resent automatically', async () => {
  const clock = installFakeClock()
  const page = await openRequest()
  const { faults } = page.platform.db
  const failures: [Fault, RegExp][] = [
    [{ kind: 'status', status: 409, detail: 'group is not exam' }, /^Это не экзаменационная группа/],
    [{ kind: 'status', status: 500 }, /новой попытки пока нет/],
    [{ kind: 'body', status: 200, body: { attempts: 'none' } }, /новой попытки пока нет/],
  ]
  for (const [fault, message] of failures) {
    faults.add('requestAttempt', fault)
    await requestAttempt(page)
    await region().findByText(message)
    if (fault.kind === 'status' && fault.detail) continue
    clock.advance(60_000)
    await region().findByText(/^Попытка не создана: .+ Запросите её снова/)
    // The second click of a double click, after a fast response.
    fireEvent.click(screen.getByRole('button', { name: 'Запросить попытку' }), { detail: 2 })
  }
  await settle(page)
  expect(page.count('requestAttempt')).toBe(failures.length)
  faults.add('requestAttempt', { kind: 'abort', after: true })
  await requestAttempt(page)
  await attemptCard('Нужен допуск')
  await waitFor(() => expect(countAnnouncements('Попытка создана')).toBe(1))
  expect(page.count('requestAttempt')).toBe(failures.length + 1)
})

test('an attempt created elsewhere shows the error and refetches the group', async () => {
  const page = await openRequest()
  const { db } = page.platform
  const fields = { user_id: personas.candidate.id, group_id: 8, created_at: db.now() }
  db.tables.attempts.put(77, { id: 77, ...fields })
  await requestAttempt(page)
  await attemptCard('Нужен допуск')
  expect(screen.getByText('У вас уже есть активная попытка.')).toBeTruthy()
  expect(page.count('getGroup')).toBe(1)
})

test('after a rejected report, earlier attempts are collapsed and a new attempt can be requested', async () => {
  const page = await openExamTab({ scenario: 'reportRejected' })
  const card = within(await attemptCard('Отчёт отклонён'))
  expect(card.getByText('Для третьей находки не указано, как её исправить.')).toBeTruthy()
  await page.user.click(screen.getByText('Прошлые попытки'))
  expect(screen.getByText(/^Попытка №.1$/)).toBeTruthy()
  await page.user.click(card.getByRole('button', { name: 'Запросить новую попытку' }))
  const next = await attemptCard('Нужна оплата')
  await waitFor(() => expect(document.activeElement).toBe(next))
  expect(screen.getByText('Прошлые попытки').closest('summary')?.textContent).toBe('Прошлые попытки2')
})

test('administrators see a note that candidates find their attempts here', async () => {
  await openExamTab({ as: 'admin' })
  expect(screen.getByText(/^Вы видите только свои попытки/)).toBeTruthy()
})
