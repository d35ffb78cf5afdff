import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TestServer } from '../../../mocks/hosts/node'
import { captureDownloads } from '../../test/capture-downloads'
import { renderRoute } from '../../test/render-route'
import { settle } from '../../test/settle'

const DAY_MS = 86_400_000

const course = {
  id: 1,
  name: 'Курс',
  is_exam: false,
  is_admin: false,
  hide_leaderboard: false,
  tasks_total: 4,
  tasks_solved: 4,
  important_left: 0,
}

/** The user is in this group alone, and it has no task to suggest. */
const only =
  (fields: object) =>
  ({ db: { faults } }: TestServer) => {
    const group = { ...course, ...fields }
    faults.add('listGroups', { kind: 'body', status: 200, body: [group] })
    faults.add('getGroup', { kind: 'body', status: 200, body: { ...group, categories: [] } }, 9)
  }

const taskLink = /Открыть задание|Продолжить/
const allSolved = /Все доступные задания решены/
const ended = { end_date: new Date(Date.now() - DAY_MS).toISOString() }

test('a running group that tells no counts is called neither solved nor over', async () => {
  const prepare = only({ tasks_total: undefined, tasks_solved: undefined })
  const page = await renderRoute('/', { as: 'student', prepare })
  await settle(page)
  const text = screen.getByRole('main').textContent
  expect(text).toMatch(/Курс/)
  expect(text).not.toMatch(/Сейчас нет|Все доступные задания решены/)
})

/** What home says and must not say after each kind of day. */
test.each<[string, Parameters<typeof renderRoute>[1], shown: RegExp[], absent: RegExp[]]>([
  [
    'no group yet',
    { as: 'student', scenario: 'noGroups' },
    [/не состоите ни в одной/],
    [taskLink, allSolved],
  ],
  [
    'nothing solved',
    { as: 'student', scenario: 'freshStart' },
    [taskLink, /0 из 38/, /первый флаг/],
    [/подряд/],
  ],
  [
    'half done',
    { as: 'student' },
    [taskLink, /12 из 38/, /\d.(?:день|дня|дней) подряд/, /осталось 8.обяз/],
    [allSolved],
  ],
  ['all done', { as: 'student', prepare: only({}) }, [allSolved, /4 из 4/], [taskLink, /осталось/]],
  [
    'tasks are left, but none is open',
    { as: 'student', prepare: only({ tasks_solved: 3 }) },
    [/Сейчас нет открытых заданий/],
    [taskLink, allSolved],
  ],
  [
    'exam over, report due, the last task was of the exam',
    {
      as: 'candidate',
      scenario: 'reportDue',
      prepare: () => localStorage.setItem('flagship.lastTask', '5/501'),
    },
    [/Сдайте отчёт по экзамену/, /Сдайте отчёт до/, /Открыть задание/],
    [/Экзамен идёт/, allSolved],
  ],
  [
    'ended group',
    { as: 'student', prepare: only(ended) },
    [/Сейчас нет активных групп/, /завершилась/],
    [taskLink, allSolved, /осталось/],
  ],
  ['hidden board', { as: 'student', prepare: only({ hide_leaderboard: true }) }, [/4 из 4/], [/место/]],
  ['unverified', { as: 'newcomer' }, [/Подтвердите почту/], [taskLink, allSolved]],
])('home after %s', async (_, options, shown, absent) => {
  const page = await renderRoute('/', options)
  const text = () => screen.getByRole('main').textContent ?? ''
  await waitFor(() => shown.map(pattern => expect(text()).toMatch(pattern)))
  await settle(page)
  for (const pattern of absent) expect(text()).not.toMatch(pattern)
  expect(page.calls()).not.toContain('getLeaderboard')
})

test('all dates of all groups go into one calendar file', async () => {
  const page = await renderRoute('/', { as: 'student' })
  const card = within(await screen.findByRole('region', { name: 'Мои даты' }))
  const shown = card.getAllByRole('link').map(link => link.textContent)
  expect(shown).toContain('Практическая безопасность: осень 2026')
  const { saved } = captureDownloads()
  await page.user.click(card.getByRole('button', { name: 'Добавить в календарь' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const text = (await saved[0]?.content.text()) ?? ''
  expect(text.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThanOrEqual(shown.length)
  expect(text).toContain('UID:group-1-end@localhost')
})

test('without dates there is no card of them', async () => {
  const page = await renderRoute('/', { as: 'student', prepare: only({ end_date: 'soon' }) })
  await settle(page)
  expect(screen.queryByRole('region', { name: 'Мои даты' })).toBeNull()
})

const IDLE_MS = 20_000

test('the people around the reader are read when the page is idle, and the place is that of a group', async () => {
  const page = await renderRoute('/', { as: 'student', clock: 'held' })
  const week = within(await screen.findByRole('region', { name: 'Неделя' }))
  await week.findByText('решено')
  screen.getByText(/22-е место из.60$/)
  await settle(page)
  expect(page.calls()).not.toContain('getLeaderboard')
  page.pass(IDLE_MS)
  const near = within(await screen.findByRole('region', { name: 'Рядом с вами' }))
  near.getByText('Практическая безопасность: осень 2026')
  expect(near.getAllByRole('listitem')).toHaveLength(4)
  expect(near.getByRole('link', { name: 'Рейтинг' }).getAttribute('href')).toBe('/group/1/leaderboard')
  expect(page.calls().filter(call => call === 'getLeaderboard')).toHaveLength(1)
})

test.each([
  ['hidden', only({ hide_leaderboard: true, tasks_solved: 3 })],
  ['failed', ({ db }: TestServer) => db.faults.add('getLeaderboard', { kind: 'status', status: 404 }, 9)],
])('without a leaderboard (%s) there are no people around', async (_, prepare) => {
  const page = await renderRoute('/', { as: 'student', clock: 'held', prepare })
  await settle(page)
  page.pass(IDLE_MS)
  await settle(page)
  expect(screen.queryByText('Рядом с вами')).toBeNull()
})

test('a list without places has none at home', async () => {
  await renderRoute('/', { as: 'student', prepare: only({ tasks_solved: 3 }) })
  const week = within(await screen.findByRole('region', { name: 'Неделя' }))
  await week.findByText('решено')
  expect(screen.queryByText(/место/)).toBeNull()
})
