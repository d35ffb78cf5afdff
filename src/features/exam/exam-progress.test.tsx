import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { requireMember } from '../../../mocks/platform/access'
import { personas } from '../../../mocks/platform/personas'
import { viewGroup } from '../../../mocks/views/group-view'
import { labTracker } from '../../queries/lab-tracker'
import { attemptCard, openExamTab } from '../../test/exam-page'
import { installFakeClock } from '../../test/fake-clock'

test('shows the remaining tasks, the time per task, and a warning about a lab that ends before the exam', async () => {
  const page = await openExamTab({ scenario: 'examLabRunning' })
  const card = within(await attemptCard('Экзамен идёт'))
  expect(card.getByText('осталось 6')).toBeTruthy()
  expect(card.getByText(/^(?:20.ч 59.мин|21.ч)$/)).toBeTruthy()
  expect(card.getByText(/^≈ 3.ч (?:29|30).мин на задание$/)).toBeTruthy()
  expect(card.getByRole('link', { name: /^Следующее обязательное: / })).toBeTruthy()
  expect(card.getByText(/^Экзамен закончится .+\. Когда время выйдет/)).toBeTruthy()
  act(() => labTracker.track({ groupId: 5, taskId: 501 }))
  const warning = await card.findByText('Лаборатория остановится раньше, чем закончится экзамен')
  expect(warning.parentElement?.textContent).toMatch(/Остановится в \d\d:\d\d, через 1[123].мин/)
  expect(card.getByRole('link', { name: 'К лаборатории' }).getAttribute('href')).toMatch(
    /\/group\/5\/task\/501#lab$/,
  )
  act(() => labTracker.reset())
  expect(page.count('startAttempt')).toBe(0)
})

test('E09 at zero waits for the server and removes nothing', async () => {
  const clock = installFakeClock()
  const page = await openExamTab({ scenario: 'examEndsSoon' })
  page.platform.db.faults.add('getGroup', { kind: 'abort' }, Number.POSITIVE_INFINITY)
  const card = within(await attemptCard('Экзамен идёт'))
  expect(card.getByText(/^осталось \d$/)).toBeTruthy()
  expect(card.queryByText(/на задание$/)).toBeNull()
  clock.advance(62_000)
  expect(card.getByText('меньше минуты')).toBeTruthy()
  clock.advance(60_000)
  expect(await card.findByText('Время на таймере вышло')).toBeTruthy()
  expect(card.getByText(/^Ждём подтверждения/)).toBeTruthy()
  expect(card.getByRole('link', { name: 'К заданиям' })).toBeTruthy()
  expect(card.getByRole('heading', { level: 2, name: 'Экзамен идёт' })).toBeTruthy()
})

test('E04 an end time without an offset is shown as unknown', async () => {
  await openExamTab({
    scenario: 'examRunning',
    prepare: ({ db }) => {
      const user = db.tables.users.get(personas.candidate.id)
      if (!user) throw new Error('There is no candidate.')
      const group = JSON.stringify(viewGroup(db, user, requireMember(db, user, 5), 'http://localhost'))
      const body = JSON.parse(group.replaceAll(/(T[\d:.]+)(?:Z|[+-]\d\d:\d\d)"/g, '$1"'))
      db.faults.add('getGroup', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY)
    },
  })
  const card = within(await attemptCard('Экзамен идёт'))
  expect(
    card.getByText(/^Не удалось узнать, когда закончится экзамен: спросите преподавателя\./),
  ).toBeTruthy()
  expect(card.getByText('неизвестно')).toBeTruthy()
  const bar = within(screen.getByRole('region', { name: 'Время экзамена' }))
  expect(bar.getByRole('timer').textContent).toBe('–')
  expect(bar.getAllByText('Время окончания неизвестно')[0]).toBeTruthy()
})
