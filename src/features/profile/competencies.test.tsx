import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { hideProfile, shareProfile } from '../../../mocks/platform/profiles'
import type { Profile } from '../../../packages/contract/schema.gen'
import { competenciesQuery } from '../../api/queries/profile'
import { announcements } from '../../lib/announce'
import { holdAnswer } from '../../test/hold-answer'
import { getHref, waitForHref } from '../../test/login'
import { withQuickRetries } from '../../test/quick-retries'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

withQuickRetries()

beforeEach(() => announcements.clear())
afterEach(() => {
  announcements.clear()
  vi.restoreAllMocks()
})

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const main = () => within(screen.getByRole('main'))
const list = () => within(main().getByRole('table', { name: 'Компетенции' }))
const rows = () => list().getAllByRole('row').slice(1)
const activity = () => within(main().getByRole('region', { name: /^Активность/ }))
const always = Number.POSITIVE_INFINITY
/** Seeded users of group 1: public, public, private, and an unknown id. */
const [openId, otherOpenId, privateId, unknownId] = [100_001, 100_004, 100_002, 199_999]

const respondWith = (body: unknown): Fault => ({ kind: 'body', status: 200, body })
const renderWithFault = (fault: Fault, path = '/competencies') =>
  renderRoute(path, {
    as: 'student',
    prepare: ({ db }) => db.faults.add('getCompetencies', fault, always),
  })

const solved = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    group_id: 1,
    title: `T${at + 1}`,
    difficulty: 'easy',
    points: 10,
    solved_at: '2026-10-01T12:00:00Z',
  }))

const makeCompetencies = (count: number, tasks = 0, name = 'C'): object[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: `${name}${at + 1}`,
    points: at + 1,
    points_total: 100,
    tasks_solved: tasks,
    tasks_total: tasks,
    tasks: solved(tasks),
  }))

const getProfile = (...competencies: Parameters<typeof makeCompetencies>): object => ({
  user: { id: 1, username: 'student' },
  is_public: false,
  competencies: makeCompetencies(...competencies),
  totals: { points: 10, points_total: 100, tasks_solved: 5, tasks_total: 10 },
  activity: [],
})

describe('own page', () => {
  test('A11Y-21 has a chart with a text alternative, a list with the same data, and evidence', async () => {
    const page = await renderRoute('/competencies', { as: 'student' })
    await title(/Воробьёва/)
    expect(document.title).toBe('Мой профиль · Флагман')
    const chart = main().getByRole('img', { name: /^Диаграмма компетенций/ })
    expect(rows()).toHaveLength(10)
    const [best] = rows() as [HTMLElement]
    const name = within(best).getByRole('rowheader').querySelector('bdi')?.textContent ?? ''
    expect(chart.getAttribute('aria-label')).toContain(`Лучше всего: «${name}»`)
    expect(best.textContent).toMatch(/\d+\u00a0%/)
    within(best).getByText(/^(Знакомство|Основы|Практика|Уверенно|Пройдено)$/)
    expect(list().queryByRole('link')).toBeNull()
    const button = within(best).getByRole('button', { name })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    button.focus()
    await page.user.keyboard('{Enter}')
    expect(button.getAttribute('aria-expanded')).toBe('true')
    const evidence = document.getElementById(button.getAttribute('aria-controls') ?? '') as HTMLElement
    const links = await within(evidence).findAllByRole('link')
    expect(links[0]?.getAttribute('href')).toMatch(/^\/group\/\d+\/task\/\d+$/)
    within(evidence).getAllByText(/^(Лёгкое|Среднее|Сложное)$/)
    await page.user.keyboard('{Enter}')
    expect(list().queryByRole('link')).toBeNull()
    // A row without a solved task has the same cells, and no button.
    const last = rows().at(-1) as HTMLElement
    expect(within(last).getAllByRole('cell')).toHaveLength(within(best).getAllByRole('cell').length)
    expect(within(last).queryByRole('button')).toBeNull()
  })

  test('the own id shows it as well, with one request', async () => {
    const page = await renderRoute('/competencies/1', { as: 'student' })
    await title(/Воробьёва/)
    await act(() => page.router.navigate({ href: '/competencies' }))
    await waitForHref(page, '/competencies')
    expect(page.calls().filter(call => call === 'getCompetencies')).toHaveLength(1)
  })

  test('shows passed exams', async () => {
    const exams = [{ title: 'Пентест', score: 87, score_max: 100 }, { title: 'Форензика' }]
    await renderWithFault(respondWith({ ...getProfile(3), exams }))
    await title('student')
    main().getByText('Экзамен сдан · 87 из\u00a0100', { normalizer: text => text })
    // The badge, and the certificate of each in print.
    expect(main().getAllByText('Экзамен сдан')).toHaveLength(3)
  })

  test('shows no badge without an exam', async () => {
    await renderWithFault(respondWith(getProfile(3)))
    await title('student')
    expect(main().queryByText(/^Экзамен сдан/)).toBeNull()
  })

  test('users with an unverified email are asked to verify it first', async () => {
    const body = { user: { id: 2, username: 'newcomer' }, is_public: false, competencies: [], totals: {} }
    await renderRoute('/competencies', {
      as: 'newcomer',
      prepare: ({ db }) => db.faults.add('getCompetencies', respondWith(body)),
    })
    // The response knows no first and last name, but the session does.
    await title('newcomer')
    main().getByText('Подтвердите почту')
    // Its buttons are in the banner above the page.
    expect(screen.getAllByRole('button', { name: 'Отправить письмо' })).toHaveLength(1)
    expect(main().queryByRole('link', { name: 'Выбрать задание' })).toBeNull()
  })

  test('without solved tasks shows the first steps and one link', async () => {
    await renderRoute('/competencies', { as: 'admin' })
    await title(/./)
    const steps = within(main().getByRole('region', { name: 'С чего начать' }))
    expect(steps.getAllByRole('listitem')).toHaveLength(3)
    expect(main().getByRole('link', { name: 'Выбрать задание' }).getAttribute('href')).toBe('/groups')
    expect(main().queryByRole('img')).toBeNull()
  })
})

describe('activity', () => {
  test('announces days with two buttons that skip empty days', async () => {
    const page = await renderRoute('/competencies', { as: 'student' })
    await title(/Воробьёва/)
    activity().getByRole('img', { name: /^Карта активности с.\d.* по.сегодня\. Решено \d+ задан/ })
    await page.user.click(activity().getByRole('button', { name: 'По месяцам' }))
    const previous = activity().getByRole('button', { name: 'Предыдущий активный день' })
    const next = activity().getByRole('button', { name: 'Следующий активный день' })
    expect(next.getAttribute('aria-disabled')).toBe('true')
    const day = () => activity().getByText(/^\d.* г\.: решено \d/).textContent
    const last = day()
    await page.user.click(previous)
    const before = day()
    expect(before).not.toBe(last)
    await waitFor(() => expect(announcements.get().map(({ text }) => text)).toEqual([before]))
    await page.user.click(next)
    expect(day()).toBe(last)
  })

  test('is available as a table by month', async () => {
    const page = await renderRoute('/competencies', { as: 'student' })
    await title(/Воробьёва/)
    expect(activity().queryByRole('table')).toBeNull()
    await page.user.click(activity().getByRole('button', { name: 'По месяцам' }))
    const rows = within(await activity().findByRole('table', { name: 'По месяцам' })).getAllByRole('row')
    expect(rows[1]?.textContent).toMatch(/^[а-я]+ 20\d\d\sг\.\d+$/)
    // Since the first solve.
    expect(rows).toHaveLength(3)
  })
})

describe("another user's page", () => {
  test('shows their name and links to no task', async () => {
    const page = await renderRoute(`/competencies/${openId}`, { as: 'student' })
    const heading = await title(/./)
    expect(document.title).toBe(`${heading.textContent} · Флагман`)
    await page.user.click(list().getAllByRole('button')[0] as HTMLElement)
    await list().findAllByText(/^(Лёгкое|Среднее|Сложное)$/)
    expect(list().queryByRole('link')).toBeNull()
    expect(main().queryByRole('region', { name: 'Публичный профиль' })).toBeNull()
  })

  test('leads back to the group in its address', async () => {
    const page = await renderRoute(`/competencies/${openId}?group=1`, { as: 'student' })
    await title(/./)
    const crumbs = within(screen.getByRole('navigation', { name: 'Навигационная цепочка' }))
    await page.user.click(crumbs.getByRole('link', { name: 'Группа' }))
    await waitForHref(page, '/group/1')
  })

  test.each<[string, number, string, RegExp]>([
    ['private', privateId, 'Профиль закрыт', /видны только самому участнику и преподавателям его групп/],
    ['unknown', unknownId, 'Участник не найден', /Участника с номером 199999 нет\./],
  ])('explains that it is %s', async (_, id, name, message) => {
    const page = await renderRoute(`/competencies/${id}`, { as: 'student' })
    await title(name)
    main().getByText(message)
    expect(main().queryByText('Код ошибки', { exact: false })).toBeNull()
    await page.user.click(main().getByRole('link', { name: 'Мой профиль' }))
    await title(/Воробьёва/)
    expect(getHref(page)).toBe('/competencies')
  })

  test('opens at the next visit after it was made public, and closes when it is hidden while open', async () => {
    const page = await renderRoute('/competencies/5', { as: 'student' })
    await title('Профиль закрыт')
    shareProfile(page.platform.db, 5)
    await act(() => page.router.invalidate())
    await title(/Ольга Зайцева/)
    hideProfile(page.platform.db, 5)
    const { queryClient } = page
    await act(() => queryClient.invalidateQueries({ queryKey: competenciesQuery(5).queryKey }))
    await title('Профиль закрыт')
    expect(document.body.textContent).not.toContain('Зайцева')
  })

  test('N09 a slow response about one user never shows under another name', async () => {
    const { fault, answer } = holdAnswer()
    const page = await renderRoute('/contacts', {
      as: 'student',
      prepare: ({ db }) => db.faults.add('getCompetencies', fault),
    })
    await screen.findByRole('heading', { level: 1 })
    void act(() => void page.router.navigate({ href: `/competencies/${openId}` }))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(`/competencies/${openId}`))
    await act(() => page.router.navigate({ href: `/competencies/${otherOpenId}` }))
    const shown = (await title(/./)).textContent
    const figures = screen.getByRole('main').textContent
    await act(async () => answer())
    await waitFor(() => expect(page.router.state.status).toBe('idle'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(shown)
    expect(screen.getByRole('main').textContent).toBe(figures)
    expect(await getExpectedTitle(page, otherOpenId)).toBe(shown)
  })

  test('opened evidence is closed for the next user', async () => {
    const page = await renderRoute(`/competencies/${openId}`, { as: 'student' })
    await title(/./)
    await page.user.click(list().getAllByRole('button')[0] as HTMLElement)
    expect(list().getAllByRole('button', { expanded: true })).toHaveLength(1)
    const before = screen.getByRole('heading', { level: 1 }).textContent
    await act(() => page.router.navigate({ href: `/competencies/${otherOpenId}` }))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe(before))
    expect(list().queryByRole('button', { expanded: true })).toBeNull()
  })
})

/** Expected page title, according to the mock platform. */
const getExpectedTitle = async ({ platform }: RenderedRoute, id: number): Promise<string> => {
  const headers = { authorization: `Bearer ${platform.tokens?.access_token}` }
  const answer = await fetch(`http://localhost/api/user/competencies?user_id=${id}`, { headers })
  const { user = {} }: Profile = await answer.json()
  const name = user.first_name && user.last_name ? `${user.first_name} ${user.last_name}` : user.username
  return name ?? ''
}

test('X04 long and right-to-left names stay within their line', async () => {
  const long = 'שלום'.repeat(75)
  await renderWithFault(
    respondWith({
      ...getProfile(3, 1, long),
      user: { id: openId, username: long },
    }),
    `/competencies/${openId}`,
  )
  const heading = await title(/./)
  expect((heading.textContent ?? '').length).toBeLessThan(110)
  const shown = list().getAllByText(`${long}3`)[0]
  expect(shown?.tagName).toBe('BDI')
})

test('M01 with 100 competencies and 1,000 tasks, renders only opened evidence, and not all at once', async () => {
  const strongest = { name: 'M', points: 100, points_total: 100, tasks: solved(1000) }
  const body = { ...getProfile(99), competencies: [...makeCompetencies(99), strongest] }
  const page = await renderWithFault(respondWith(body))
  await title('student')
  // Once: roles are slow to find among a thousand rows.
  const inList = list()
  expect(inList.getAllByText(/^C\d+$/, { selector: 'bdi' })).toHaveLength(99)
  main().getByText(/Показаны 12 самых сильных компетенций/)
  await page.user.click(inList.getByRole('button', { name: 'M' }))
  await inList.findByText('T50')
  expect(inList.queryByText('T51')).toBeNull()
  await page.user.click(inList.getByText(/^Показать все: 1.000/))
  const next = await inList.findByText('T51')
  await waitFor(() => expect(document.activeElement).toBe(next.closest('li')))
  inList.getByText('T1000')
})
