import { screen, waitFor, within } from '@testing-library/react'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { getBoard } from '../../../mocks/platform/leaderboard'
import { groupQuery } from '../../api/queries/groups'
import type { LeaderboardRow } from '../../api/responses'
import { captureDownloads } from '../../test/capture-downloads'
import { getHref } from '../../test/login'
import { narrowScreen } from '../../test/narrow-screen'
import { type RenderedRoute, renderRoute } from '../../test/render-route'
import { settle } from '../../test/settle'
import { getProfileSolves, getRowSolves } from './solves'

const always = Number.POSITIVE_INFINITY
const matrix = () => screen.findByRole('grid', { name: /^Кто что решил/ })
const ranks = () => screen.findByRole('table', { name: 'Рейтинг участников группы' })
const open = (path = '/group/1/leaderboard?view=matrix', as: 'student' | 'admin' = 'student') =>
  renderRoute(path, { as })

/** A platform that leaves out the solves. */
const openWithoutSolves = () =>
  renderRoute('/group/1/leaderboard?view=matrix', {
    as: 'student',
    prepare: ({ db }) =>
      db.faults.add('getLeaderboard', { kind: 'body', status: 200, body: getBoard(db, 1) }, always),
  })

const cellsOf = (table: HTMLElement, userId: number) => {
  const link = table.querySelector(
    userId === 1 ? 'a[href="/competencies"]' : `a[href="/competencies/${userId}"]`,
  )
  return [...(link?.closest('tr')?.querySelectorAll<HTMLElement>('[data-mark]') ?? [])]
}
const count = (cells: readonly HTMLElement[], ...marks: string[]) =>
  cells.filter(({ dataset }) => marks.includes(dataset.mark ?? '')).length

const row = { user_id: 2, rank: 1, username: 'ann', solved: 2, points: 10 }
const solved = (...tasks: unknown[]): LeaderboardRow => ({ ...row, solved_tasks: tasks as never })

test.each<[string, LeaderboardRow, boolean]>([
  ['a list of all', solved({ task_id: 1 }, { task_id: 2 }), true],
  ['an entry without an id', solved({ task_id: 1 }, {}), false],
  ['an entry that is a text', solved({ task_id: 1 }, 'two'), false],
])('%s: whether all solves are known', (_, given, isComplete) => {
  expect(getRowSolves(given)?.isComplete).toBe(isComplete)
})

test.each([2, 3, Number.NaN])('a profile lists 2 solves of %d', count => {
  const group = { id: 1, categories: [] }
  const tasks = [1, 2].map(id => ({ id, group_id: 1 }))
  const { at, isComplete } = getProfileSolves({ competencies: [{ tasks }] } as never, group, {
    ...row,
    solved: count,
  })
  expect([at.size, isComplete]).toEqual([2, count === 2])
})

describe('who solved what', () => {
  test('is the second view of the leaderboard, with the own row and the first solves', async () => {
    const page = await open('/group/1/leaderboard')
    await ranks()
    const views = screen.getByRole('navigation', { name: 'Вид рейтинга' })
    await page.user.click(within(views).getByRole('link', { name: 'Кто что решил' }))
    const table = await matrix()
    await waitFor(() => expect(getHref(page)).toBe('/group/1/leaderboard?view=matrix'))
    const { rows } = getBoard(page.platform.db, 1)
    const own = rows.find(({ user_id }) => user_id === 1)
    expect(count(cellsOf(table, 1), 'solved', 'first')).toBe(own?.solved)
    expect(table.querySelectorAll('[data-mark="first"]').length).toBeGreaterThan(3)
    await page.user.click(within(views).getByRole('link', { name: 'Места' }))
    await ranks()
  })

  test('of a thousand tasks the first hundred are columns, the others by category', async () => {
    const tasks = (from: number) =>
      Array.from({ length: 500 }, (_, at) => ({ id: from + at, title: `Задание ${from + at}`, points: 1 }))
    const body = {
      id: 1,
      name: 'Группа',
      categories: [
        { id: 1, name: 'Веб', tasks: tasks(1000) },
        { id: 2, name: 'Сети', tasks: tasks(2000) },
      ],
    }
    const page = await renderRoute('/group/1/leaderboard?view=matrix', {
      as: 'student',
      prepare: ({ db }) => db.faults.add('getGroup', { kind: 'body', status: 200, body }, always),
    })
    const getColumns = (table: HTMLElement) =>
      [...table.querySelectorAll('.solve-task')].map(({ textContent }) => textContent)
    const first = getColumns(await matrix())
    expect([first.length, first[0], first[99]]).toEqual([100, 'Задание 1000', 'Задание 1099'])
    screen.getByText(/^Показано заданий: 100 из 1\s?000/)
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Какие задания показать' }), '2')
    await waitFor(async () => expect(getColumns(await matrix())[0]).toBe('Задание 2000'))
  })

  test('closed profiles have no data, which is not "not solved"', async () => {
    const page = await open()
    const table = await matrix()
    const closed = getBoard(page.platform.db, 1).rows.find(row => !row.is_public && row.user_id !== 1)
    const name = within(table).getByText(`${closed?.first_name} ${closed?.last_name}`)
    const cells = [...(name.closest('tr')?.querySelectorAll<HTMLElement>('[data-mark]') ?? [])]
    expect(count(cells, 'unknown')).toBeGreaterThan(30)
    expect(count(cells, 'none', 'solved', 'first')).toBe(0)
    expect(cells[0]?.getAttribute('aria-label')).toBe('нет данных')
    await page.user.click(name)
    await settle(page)
    expect(getHref(page)).toBe('/group/1/leaderboard?view=matrix')
  })

  test('counts come from the server where rows are missing', async () => {
    const page = await open()
    const table = await matrix()
    const categories = page.queryClient.getQueryData(groupQuery(1).queryKey)?.categories ?? []
    const expected = categories
      .flatMap(({ tasks }) => tasks)
      .map(({ status, solved_by }) => (status === 'disabled' ? '–' : String(solved_by)))
    expect([...table.querySelectorAll('.solve-share')].map(({ textContent }) => textContent)).toEqual(
      expected,
    )
  })

  test('without solves there is one view, whatever the address says', async () => {
    await openWithoutSolves()
    await ranks()
    expect(screen.queryByRole('navigation', { name: 'Вид рейтинга' })).toBeNull()
    expect(screen.queryByRole('grid')).toBeNull()
  })
})

describe('first names only', () => {
  const surnames = ({ platform }: RenderedRoute) =>
    getBoard(platform.db, 1).rows.flatMap(({ last_name }) => last_name ?? [])
  const shownSurnames = (page: RenderedRoute) => {
    const text = document.querySelector('main, .presenter')?.textContent ?? ''
    return surnames(page).filter(name => text.includes(name))
  }

  test('hide the surnames of the ranks, the matrix and the presenter; the CSV keeps them', async () => {
    const page = await open('/group/1/leaderboard', 'admin')
    await ranks()
    expect(shownSurnames(page).length).toBeGreaterThan(30)
    await page.user.click(screen.getByRole('button', { name: 'Короткие имена' }))
    await waitFor(() => expect(shownSurnames(page)).toEqual([]))
    expect(getHref(page)).toBe('/group/1/leaderboard?names=short')
    const { saved } = captureDownloads()
    await page.user.click(screen.getByRole('button', { name: 'Сохранить таблицу (CSV)' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const { data } = Papa.parse<string[]>((await saved[0]?.content.text()) ?? '')
    const named = getBoard(page.platform.db, 1).rows.find(({ last_name }) => last_name)
    expect(data.some(([, name]) => name === `${named?.first_name} ${named?.last_name}`)).toBe(true)
    await page.user.click(screen.getByRole('link', { name: 'Кто что решил' }))
    await matrix()
    expect(getHref(page)).toBe('/group/1/leaderboard?names=short&view=matrix')
    expect(shownSurnames(page)).toEqual([])
  })

  test('stay hidden when the presenter is opened by its address, and come back on a press', async () => {
    const page = await open('/group/1/leaderboard?view=presenter&names=short')
    const toggle = await screen.findByRole('button', { name: 'Короткие имена' })
    expect(shownSurnames(page)).toEqual([])
    await page.user.click(toggle)
    await waitFor(() => expect(shownSurnames(page).length).toBeGreaterThan(0))
  })
})

test('on a phone a person has a count of each category, or says that there are none', async () => {
  narrowScreen()
  await open()
  const list = await screen.findByRole('list', { name: /^Кто что решил/ })
  const getPerson = (link: string) =>
    within(list).getByRole('link', { name: link }).closest('li') as HTMLElement
  const counts = within(getPerson('Александра Воробьёва')).getAllByRole('listitem')
  expect(counts.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Веб:33\/10$/),
    ...Array.from({ length: 5 }, () => expect.stringMatching(/:\d+\/\d+$/)),
  ])
  within(within(list).getByText('Снежана Дёмина').closest('li') as HTMLElement).getByText('нет данных')
})
