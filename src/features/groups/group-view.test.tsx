import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { TestServer } from '../../../mocks/hosts/node'
import { announcements } from '../../lib/announce'
import { installFakeClock } from '../../test/fake-clock'
import { getHref, waitForHref } from '../../test/login'
import { type RenderedRoute, renderRoute } from '../../test/render-route'
import { settle } from '../../test/settle'
import { readTaskFilters, saveTaskFilters } from './search'

const chip = (name: RegExp) => screen.findByRole('button', { name })
const difficulty = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Сложность' })
const leave = async (page: RenderedRoute) => {
  await page.router.navigate({ to: '/groups' })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
}
const open = (page: RenderedRoute, search = {}) =>
  page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 }, search })

test('filters are restored with the group, and a reset clears them', async () => {
  const page = await renderRoute('/group/1', { as: 'student' })
  await page.user.selectOptions(await difficulty(), 'hard')
  await waitFor(() => expect(getHref(page)).toBe('/group/1?difficulty=hard'))
  await leave(page)
  await open(page)
  await waitFor(() => expect(getHref(page)).toBe('/group/1?difficulty=hard'))
  expect((await difficulty()).value).toBe('hard')
  await page.user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }))
  await waitFor(() => expect(getHref(page)).toBe('/group/1'))
  await leave(page)
  await open(page)
  expect((await difficulty()).value).toBe('')
  expect(getHref(page)).toBe('/group/1')
})

test('removing the last filter is stored too, and groups are independent', async () => {
  const page = await renderRoute('/group/1?status=todo', { as: 'student' })
  await page.user.click(await chip(/^Не решено/))
  await waitFor(() => expect(getHref(page)).toBe('/group/1'))
  expect(readTaskFilters(1)).toEqual({})
  await page.user.click(await chip(/^Обязательные/))
  await waitFor(() => expect(readTaskFilters(1)).toEqual({ required: true }))
  await page.router.navigate({ to: '/group/$groupId', params: { groupId: 2 } })
  await waitFor(() => expect(getHref(page)).toBe('/group/2'))
})

test('filters in the URL take precedence and are stored', async () => {
  const page = await renderRoute('/groups', {
    as: 'student',
    prepare: () => saveTaskFilters(1, { difficulty: 'hard' }),
  })
  await screen.findByRole('heading', { level: 1, name: 'Моё обучение' })
  await open(page, { required: true })
  await chip(/^Обязательные/)
  expect(getHref(page)).toBe('/group/1?required=true')
  await waitFor(() => expect(readTaskFilters(1)).toEqual({ required: true }))
})

test('neighbours stay within the filters, show a note, and have shortcuts', async () => {
  const page = await renderRoute('/group/1/task/102', {
    as: 'student',
    prepare: () => saveTaskFilters(1, { required: true, category: 11 }),
  })
  const nav = await screen.findByRole('navigation', { name: 'Соседние задания' })
  expect(nav.textContent).toContain('С учётом фильтров')
  const next = within(nav)
    .getByRole('link', { name: /^Следующее/ })
    .getAttribute('href')
  fireEvent.keyDown(document.body, { key: 'ю', code: 'Period' })
  await waitFor(() => expect(getHref(page)).toBe(next))
  await screen.findByRole('link', { name: /^Предыдущее по списку\s*SQL/ })
  fireEvent.keyDown(document.body, { key: ',', code: 'Comma' })
  await waitFor(() => expect(getHref(page)).toBe('/group/1/task/102'))
})

test('the board shows the same tasks as cards; it is no filter', async () => {
  const page = await renderRoute('/group/1?difficulty=hard', { as: 'student' })
  const getTitles = () => [...document.querySelectorAll('[data-row-link]')].map(link => link.textContent)
  await difficulty()
  const titles = getTitles()
  await page.user.click(await screen.findByRole('button', { name: 'Показать карточками' }))
  await waitFor(() => expect(getHref(page)).toContain('view=board'))
  await screen.findByRole('button', { name: 'Показать списком' })
  expect(getTitles()).toEqual(titles)
  await page.user.click(screen.getByRole('button', { name: 'Сбросить фильтры' }))
  await waitFor(() => expect(getHref(page)).toBe('/group/1?view=board'))
  expect(readTaskFilters(1)).toEqual({ view: 'board' })
  expect(screen.queryByRole('button', { name: 'Сбросить фильтры' })).toBeNull()
})

test('several chip presses are announced once, with the count', async () => {
  const page = await renderRoute('/group/1', { as: 'student' })
  const select = await difficulty()
  const announced: string[] = []
  const stop = announcements.subscribe(() => {
    const last = announcements.get().at(-1)?.text
    if (last?.startsWith('Найден')) announced.push(last)
  })
  const rows = () => document.querySelectorAll('[data-row-link]').length
  const all = rows()
  const time = installFakeClock()
  // The URL changes after the next paint.
  const expectPath = (expected: string) =>
    waitFor(() => {
      time.advance(0)
      expect(getHref(page)).toBe(expected)
    })
  fireEvent.change(select, { target: { value: 'hard' } })
  await expectPath('/group/1?difficulty=hard')
  await waitFor(() => expect(rows()).toBeLessThan(all))
  const hard = rows()
  time.advance(400)
  fireEvent.click(await chip(/^Решено/))
  await expectPath('/group/1?difficulty=hard&status=solved')
  await waitFor(() => expect(rows()).toBeLessThan(hard))
  time.advance(400)
  expect(announced).toEqual([])
  time.advance(200)
  await waitFor(() => expect(announced).toHaveLength(1))
  stop()
  expect(announced[0]).toMatch(new RegExp(`^Найден\\S* ${rows()} `))
})

const tab = (name: string) => screen.findByRole('tab', { name })
const isChosen = async (name: string) => (await tab(name)).getAttribute('aria-selected') === 'true'
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 2, name })

describe('exam group', () => {
  test('opens the exam tab while no attempt runs; the tasks tab links back', async () => {
    const page = await renderRoute('/group/5', { as: 'candidate', scenario: 'examReady' })
    expect(await isChosen('Экзамен')).toBe(true)
    await page.user.click(await tab('Задания'))
    await waitForHref(page, '/group/5?tab=tasks')
    await heading('Задания экзамена доступны, пока идёт попытка')
    await page.user.click(screen.getByRole('link', { name: 'К экзамену' }))
    await waitForHref(page, '/group/5?tab=exam')
    expect(await isChosen('Экзамен')).toBe(true)
    // The focused link unmounted.
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Экзамен'))
    await page.user.click(await tab('Задания'))
    await page.user.click(await tab('Экзамен'))
    await waitForHref(page, '/group/5')
  })

  test('opens the tasks tab while an attempt runs', async () => {
    const page = await renderRoute('/group/5', { as: 'candidate', scenario: 'examRunning' })
    expect(await isChosen('Задания')).toBe(true)
    await page.user.click(await tab('Экзамен'))
    await waitForHref(page, '/group/5?tab=exam')
    await page.user.click(await tab('Задания'))
    await waitForHref(page, '/group/5')
  })
})

test('polls a lab named in the statuses only while its exam runs', async () => {
  const lab = { task_id: 501, solved: false, flags_solved: 0, points_earned: 0, lab_status: 'ready' }
  const prepare = ({ db }: TestServer) =>
    db.faults.add('listTaskStatuses', { kind: 'body', status: 200, body: [lab] }, 9)
  const open = async (scenario: 'examRunning' | 'reportDue') => {
    const page = await renderRoute('/group/5', { as: 'candidate', scenario, prepare, clock: 'held' })
    await screen.findByRole('tab', { name: 'Экзамен' })
    await settle(page)
    page.pass(30_000)
    await settle(page)
    return page
  }
  const page = await open('examRunning')
  expect(page.calls()).toContain('getLabStatus')
  page.close()
  const over = await open('reportDue')
  await heading(/Сдайте отчёт/)
  expect(over.calls()).not.toContain('getLabStatus')
})

describe('a task of a closed exam', () => {
  test.each([
    ['after the exam', 'reportDue', 'Время экзамена вышло'],
    ['before it', 'examReady', 'Экзамен ещё не начат'],
  ] as const)('%s shows the reason and links to the exam', async (_, scenario, title) => {
    const page = await renderRoute('/group/5/task/501', { as: 'candidate', scenario })
    await heading(title)
    await page.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'К экзамену' }))
    await waitFor(() => expect(getHref(page)).toBe('/group/5?tab=exam'))
  })
})

describe('home', () => {
  test.each([
    ['examRunning', 'Экзамен идёт', /^Осталось 2[23].ч.*, до /],
    ['reportDue', 'Сдайте отчёт по экзамену', /^Сдайте отчёт до /],
    ['examReady', 'Экзамен можно начать', /^На все задания 24 часа, без пауз$/],
  ] as const)('%s: shows the exam first, with a link', async (scenario, title, fact) => {
    await renderRoute('/', { as: 'candidate', scenario })
    await heading(title)
    const [first] = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
    expect(first?.textContent).toBe(title)
    const card = within(screen.getByRole('region', { name: title }))
    await card.findByText(fact)
    expect(card.getByRole('link').getAttribute('href')).toBe('/group/5?tab=exam')
  })

  test('requests nothing more without an exam', async () => {
    const page = await renderRoute('/', { as: 'student' })
    await screen.findByRole('link', { name: /^(Открыть задание|Продолжить)$/ })
    expect(page.calls().filter(call => call === 'getGroup')).toHaveLength(1)
  })

  test('a malformed exam does not affect other groups', async () => {
    await renderRoute('/', {
      as: 'candidate',
      scenario: 'examRunning',
      prepare: ({ db }) =>
        db.faults.add('getGroup', { kind: 'body', status: 200, body: { attempts: [null, 7] } }, 9),
    })
    await heading('Ваши группы')
    expect(screen.queryByText('Экзамен идёт')).toBeNull()
  })
})
