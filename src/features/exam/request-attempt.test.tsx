import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { attemptCard, countAnnouncements, openExamTab, settle } from '../../test/exam-page'
import { installFakeClock } from '../../test/fake-clock'

const open = () => openExamTab({}, '/group/8?tab=exam')

const region = () => within(screen.getByRole('region', { name: 'Попытка экзамена' }))
const requestAttempt = (page: Awaited<ReturnType<typeof open>>) =>
  page.user.click(screen.getByRole('button', { name: 'Запросить попытку' }))

test('shows the rules before the button; a double click sends one request; the new attempt gets the focus', async () => {
  const page = await open()
  for (const message of [
    /все задания: 6.часов/,
    /после оплаты или допуска/,
    /пауза и перенос/,
    /время не пойдёт/,
  ])
    expect(region().getByText(message)).toBeTruthy()
  await page.user.dblClick(screen.getByRole('button', { name: 'Запросить попытку' }))
  const card = await attemptCard('Нужна оплата или допуск')
  await waitFor(() => expect(document.activeElement).toBe(card))
  await waitFor(() => expect(countAnnouncements('Попытка создана')).toBe(1))
  expect(screen.queryByRole('button', { name: /^Запросить/ })).toBeNull()
  expect(page.count('requestAttempt')).toBe(1)
  expect(page.count('getGroup')).toBe(0)
})

test('after a failure without a new attempt the user can retry; nothing is resent automatically', async () => {
  const clock = installFakeClock()
  const page = await open()
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
  }
  await settle()
  expect(page.count('requestAttempt')).toBe(failures.length)
  faults.add('requestAttempt', { kind: 'abort', after: true })
  await requestAttempt(page)
  await attemptCard('Нужна оплата или допуск')
  await waitFor(() => expect(countAnnouncements('Попытка создана')).toBe(1))
  expect(page.count('requestAttempt')).toBe(failures.length + 1)
})

test('an attempt created elsewhere shows the error and refetches the group', async () => {
  const page = await open()
  const { db } = page.platform
  const fields = { user_id: personas.candidate.id, group_id: 8, created_at: db.now() }
  db.tables.attempts.put(77, { id: 77, ...fields })
  await requestAttempt(page)
  await attemptCard('Нужна оплата или допуск')
  expect(screen.getByText('У вас уже есть активная попытка.')).toBeTruthy()
  expect(page.count('getGroup')).toBe(1)
})

test('after a rejected report, earlier attempts are collapsed and a new attempt can be requested', async () => {
  const page = await openExamTab({ scenario: 'reportRejected' })
  const card = within(await attemptCard('Отчёт отклонён'))
  expect(card.getByText('Для третьей находки не указано, как её исправить.')).toBeTruthy()
  await page.user.click(screen.getByText('Прошлые попытки: 1'))
  expect(screen.getByText(/^Попытка №.1$/)).toBeTruthy()
  await page.user.click(card.getByRole('button', { name: 'Запросить новую попытку' }))
  const next = await attemptCard('Нужна оплата')
  await waitFor(() => expect(document.activeElement).toBe(next))
  expect(screen.getByText('Прошлые попытки: 2')).toBeTruthy()
})

test('administrators see a note that candidates find their attempts here', async () => {
  await openExamTab({ as: 'admin' })
  expect(screen.getByText(/^Здесь участники видят свои попытки/)).toBeTruthy()
})
