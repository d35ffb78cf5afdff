import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitGroup } from '../../../mocks/platform/access'
import { personas } from '../../../mocks/platform/personas'
import { viewGroup } from '../../../mocks/views/group-view'
import { labTracker } from '../../queries/lab-tracker'
import { attemptCard, openExamTab } from '../../test/exam-page'
import { holdClock } from '../../test/fake-clock'

test('what is left, how much time for each task, and the lab that ends before the exam', async () => {
  const page = await openExamTab({ scenario: 'examLabRunning' })
  const card = within(await attemptCard('Экзамен идёт'))
  expect(card.getByText('осталось 6')).toBeTruthy()
  // 21 hours for 6 tasks.
  expect(card.getByText(/^(?:20.ч 59.мин|21.ч)$/)).toBeTruthy()
  expect(card.getByText(/^≈ 3.ч (?:29|30).мин на задание$/)).toBeTruthy()
  expect(card.getByRole('link', { name: /^Следующее обязательное: / })).toBeTruthy()
  expect(card.getByText(/^Экзамен закончится .+\. В 00:00/)).toBeTruthy()
  act(() => labTracker.follow({ groupId: 5, taskId: 501 }))
  const warning = await card.findByText('Лаборатория закончится раньше экзамена')
  expect(warning.parentElement?.textContent).toMatch(/Остановится в \d\d:\d\d, через 1[12].мин/)
  expect(card.getByRole('link', { name: 'К лаборатории' }).getAttribute('href')).toMatch(
    /\/group\/5\/task\/501#lab$/,
  )
  act(() => labTracker.leave())
  expect(page.count('startAttempt')).toBe(0)
})

test('E09 at zero the card says that the server is awaited, and takes nothing away', async () => {
  const clock = holdClock()
  const page = await openExamTab({ scenario: 'examEndsSoon' })
  // From now on the server is silent: nobody makes its word up.
  page.platform.db.faults.add('getGroup', { kind: 'abort' }, Number.POSITIVE_INFINITY)
  const card = within(await attemptCard('Экзамен идёт'))
  // Two minutes for several tasks are no pace that helps.
  expect(card.getByText(/^осталось \d$/)).toBeTruthy()
  expect(card.queryByText(/на задание$/)).toBeNull()
  clock.advance(62_000)
  expect(card.getByText('меньше минуты')).toBeTruthy()
  clock.advance(60_000)
  expect(await card.findByText('По часам время вышло')).toBeTruthy()
  expect(card.getByText(/^Ждём ответа платформы/)).toBeTruthy()
  expect(card.getByRole('link', { name: 'К заданиям' })).toBeTruthy()
  expect(card.getByRole('heading', { level: 2, name: 'Экзамен идёт' })).toBeTruthy()
})

test('E04 an end without an offset is no end that may be shown: it is said to be unknown', async () => {
  await openExamTab({
    scenario: 'examRunning',
    prepare: ({ db }) => {
      const user = db.tables.users.get(personas.candidate.id)
      if (!user) throw new Error('There is no candidate.')
      const group = JSON.stringify(viewGroup(db, user, visitGroup(db, user, 5), 'http://localhost'))
      const body = JSON.parse(group.replaceAll(/(T[\d:.]+)(?:Z|[+-]\d\d:\d\d)"/g, '$1"'))
      db.faults.add('getGroup', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY)
    },
  })
  const card = within(await attemptCard('Экзамен идёт'))
  expect(card.getByText(/^Когда закончится экзамен, узнать не удалось: спросите организатора\./)).toBeTruthy()
  expect(card.getByText('неизвестно')).toBeTruthy()
  const bar = within(screen.getByRole('region', { name: 'Время экзамена' }))
  expect(bar.getByRole('timer').textContent).toBe('–')
  expect(bar.getAllByText('Время окончания неизвестно')[0]).toBeTruthy()
})
