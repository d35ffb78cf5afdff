import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { groupQuery } from '../../api/queries/groups'
import type { Group } from '../../api/responses'
import { attemptCard, openExamTab } from '../../test/exam-page'

type Page = Awaited<ReturnType<typeof openExamTab>>

/** Shows the exam as a server would send it that leaves these fields out. */
const change = (page: Page, update: (group: Group) => Group) =>
  act(() => {
    page.queryClient.setQueryData(groupQuery(5).queryKey, group => group && update(group))
  })

const figures = (card: HTMLElement) =>
  [...card.querySelectorAll('dl')].flatMap(list =>
    [...list.querySelectorAll('dt')].map(({ textContent, nextElementSibling }) => [
      textContent,
      nextElementSibling?.textContent,
    ]),
  )

const steps = () =>
  within(screen.getByRole('list', { name: 'Этапы экзамена' }))
    .getAllByRole('listitem')
    .map(({ lastElementChild }) => lastElementChild?.textContent)

const day = /^\d+ [а-я]+$/

test('a passed exam shows its score of the total, what was solved, and the days of its steps', async () => {
  await openExamTab({ scenario: 'examPassed' })
  const card = await attemptCard('Экзамен сдан')
  expect(within(card).getByText('87').closest('p')?.textContent).toBe('87из 100')
  expect(card.querySelector('circle[pathLength]')?.getAttribute('stroke-dasharray')).toBe('87.0 101')
  within(card).getByRole('heading', { level: 2, name: 'Экзамен сдан Ольга Зайцева' })
  within(card).getByText(/^\d+ [а-я]+ 20\d\d.г\. · Попытка № 2 · Проходной балл — 70$/)
  expect(figures(card).slice(0, 3)).toEqual([
    ['Обязательные', '6из 6'],
    ['Всего решено', '7из 8'],
    ['Место', '2из 25'],
  ])
  const result = within(screen.getByRole('region', { name: 'Что решено' }))
  expect(result.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Внешний периметр4 из 4',
    'Внутренняя сеть3 из 4',
  ])
  expect(result.getByRole('link', { name: 'Все задания' }).getAttribute('href')).toBe('/group/5?tab=tasks')
  for (const detail of steps()) expect(detail).toMatch(day)
})

test('without the assumed fields the score has no total, and unknown days are left out', async () => {
  const page = await openExamTab({ scenario: 'examPassed' })
  change(
    page,
    ({ exam: _, categories: __, tasks_total: ___, rank: ____, ranked_total: _____, ...group }) => ({
      ...group,
      categories: [],
      attempts: (group.attempts ?? []).map(({ finished_at: _, report_sent_at: __, ...attempt }) => attempt),
    }),
  )
  const card = await attemptCard('Экзамен сдан')
  expect(within(card).getByText('87').closest('p')?.textContent).toBe('87баллов')
  expect(card.querySelector('circle[pathLength]')?.getAttribute('stroke-dasharray')).toBe('100.0 101')
  within(card).getByText(/^\d+ [а-я]+ 20\d\d.г\. · Попытка № 2$/)
  expect(figures(card)[0]).toEqual(['Баллы', expect.stringMatching(/^1.050из 1.300$/)])
  expect(screen.queryByRole('region', { name: 'Что решено' })).toBeNull()
  const [access, start, exam, report, review] = steps()
  for (const known of [access, start, exam]) expect(known).toMatch(day)
  // Then the last text of a step is its state.
  expect([report, review]).toEqual([': пройден', ': пройден'])
})

test('before the start the figures are those of the summary, and the steps say what comes next', async () => {
  const page = await openExamTab({ scenario: 'needPay' })
  const card = await attemptCard('Нужна оплата')
  expect(figures(card).slice(0, 3)).toEqual([
    ['На всё', expect.stringMatching(/^24.часа$/)],
    ['Задания', '8обязательных: 6'],
    ['Отчёт', expect.stringMatching(/^24.чпосле экзамена$/)],
  ])
  expect(steps()).toEqual([
    'сейчас',
    'после оплаты',
    expect.stringMatching(/^24.часа$/),
    expect.stringMatching(/^24.ч после экзамена$/),
    'до 3 рабочих дней',
  ])
  within(card).getByText(/^Начать можно в любой день до \d+ [а-я]+\. Время само не пойдёт\.$/)
  change(page, ({ end_date: _, ...group }) => ({ ...group, exam: { hours: 24, report_required: true } }))
  await waitFor(() => expect(steps()[3]).toBe('после экзамена'))
  expect(figures(card)[2]).toEqual(['Отчёт', 'нужен'])
  within(card).getByText('Начать можно будет сразу после оплаты. До начала время не идёт.')
})

test('a review shows when the report was sent, if the server says so', async () => {
  const page = await openExamTab({ scenario: 'reportInReview' })
  const sent = within(await screen.findByRole('region', { name: 'Что на проверке' }))
  sent.getByText(/^отправлен \d+ /)
  change(page, group => ({
    ...group,
    attempts: (group.attempts ?? []).map(({ report_sent_at: _, ...attempt }) => attempt),
  }))
  await waitFor(() => expect(sent.queryByText(/^отправлен/)).toBeNull())
  sent.getByText(/^№.2$/)
})

test('tells dates and description of the exam on request', async () => {
  const page = await openExamTab({ scenario: 'examReady' })
  expect(screen.queryByText(/^Идёт до/)).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Об экзамене' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Об экзамене' }))
  dialog.getByText(/^Идёт до /)
})
