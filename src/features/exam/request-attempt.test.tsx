import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { personas } from '../../../mocks/platform/personas'
import { attemptCard, openExamTab, settle, spokenOften } from '../../test/exam-page'
import { holdClock } from '../../test/fake-clock'

const open = () => openExamTab({}, '/group/8?tab=exam')

const region = () => within(screen.getByRole('region', { name: 'Попытка экзамена' }))
const ask = (page: Awaited<ReturnType<typeof open>>) =>
  page.user.click(screen.getByRole('button', { name: 'Запросить попытку' }))

test('the rules stand before the button; one click asks once, and the new attempt takes the focus', async () => {
  const page = await open()
  for (const words of [
    /все задания: 6.часов/,
    /после оплаты или допуска/,
    /пауза и перенос/,
    /Время от этого не пойдёт/,
  ])
    expect(region().getByText(words)).toBeTruthy()
  await page.user.dblClick(screen.getByRole('button', { name: 'Запросить попытку' }))
  const card = await attemptCard('Нужна оплата или допуск')
  await waitFor(() => expect(document.activeElement).toBe(card))
  await waitFor(() => expect(spokenOften('Попытка создана')).toBe(1))
  expect(screen.queryByRole('button', { name: /^Запросить/ })).toBeNull()
  expect(page.count('requestAttempt')).toBe(1)
  expect(page.count('getGroup')).toBe(0)
})

test('a failure that made nothing leaves the way open; nothing is asked again by itself', async () => {
  const clock = holdClock()
  const page = await open()
  const { faults } = page.platform.db
  const failures: [Fault, RegExp][] = [
    [{ kind: 'status', status: 409, detail: 'group is not exam' }, /^Это не экзаменационная группа/],
    [{ kind: 'status', status: 500 }, /^Новой попытки пока нет/],
    [{ kind: 'body', status: 200, body: { attempts: 'none' } }, /^Новой попытки пока нет/],
  ]
  for (const [fault, words] of failures) {
    faults.add('requestAttempt', fault)
    await ask(page)
    await region().findByText(words)
    if (fault.kind === 'status' && fault.detail) continue
    clock.advance(60_000)
    await region().findByText(/^Попытка не создана: .+ запросить снова/)
  }
  await settle()
  expect(page.count('requestAttempt')).toBe(failures.length)
  faults.add('requestAttempt', { kind: 'abort', after: true })
  await ask(page)
  await attemptCard('Нужна оплата или допуск')
  await waitFor(() => expect(spokenOften('Попытка создана')).toBe(1))
  expect(page.count('requestAttempt')).toBe(failures.length + 1)
})

test('an attempt that was made elsewhere: the refusal is shown, and the group is read again', async () => {
  const page = await open()
  const { db } = page.platform
  const fields = { user_id: personas.candidate.id, group_id: 8, created_at: db.now() }
  db.tables.attempts.put(77, { id: 77, ...fields })
  await ask(page)
  await attemptCard('Нужна оплата или допуск')
  expect(screen.getByText('У вас уже есть активная попытка.')).toBeTruthy()
  expect(page.count('getGroup')).toBe(1)
})

test('a rejected report: what was before is folded, with its reason, and a new attempt can be asked for', async () => {
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

test('an administrator reads that candidates see their attempts here', async () => {
  await openExamTab({ as: 'admin' })
  expect(screen.getByText(/^Здесь участники видят свои попытки/)).toBeTruthy()
})
