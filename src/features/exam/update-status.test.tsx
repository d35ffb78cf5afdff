import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { playExamEvent } from '../../../mocks/platform/exam-events'
import { personas } from '../../../mocks/platform/personas'
import { attemptCard, countAnnouncements, openExamTab } from '../../test/exam-page'

const refresh = () => screen.getByRole('button', { name: 'Обновить статус' })

test('shows when nothing has changed, keeps an error in the card, and announces a change once', async () => {
  const page = await openExamTab({ scenario: 'reportInReview' })
  const { db } = page.platform
  for (let click = 0; click < 5; click += 1) fireEvent.click(refresh())
  const card = within(await attemptCard('Отчёт на проверке'))
  await card.findByText(/^Без изменений, проверено в \d\d:\d\d$/)
  await waitFor(() => expect(countAnnouncements(/^Без изменений/)).toBe(1))
  expect(page.count('checkPayment')).toBe(1)
  expect(page.count('getGroup')).toBe(1)

  db.faults.add('checkPayment', { kind: 'status', status: 500 })
  await page.user.click(refresh())
  await card.findByText('Не удалось обновить статус')
  expect(page.count('checkPayment')).toBe(2)

  // A response about another attempt (F08).
  db.faults.add('checkPayment', { kind: 'body', status: 200, body: { id: 1, status: 'payed' } })
  await page.user.click(card.getByRole('button', { name: 'Повторить' }))
  await waitFor(() => expect(page.count('checkPayment')).toBe(3))
  await card.findByText('Не удалось обновить статус')

  playExamEvent(db, personas.candidate.username, 5, { accept: 91 })
  await page.user.click(card.getByRole('button', { name: 'Повторить' }))
  const passed = within(await attemptCard('Экзамен сдан'))
  expect(passed.getByText('91')).toBeTruthy()
  await waitFor(() => expect(countAnnouncements(/^Статус обновлён в/)).toBe(1))
})
