import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { hideProfile, shareProfile } from '../../../mocks/platform/profiles'
import type { Profile } from '../../api/schema.gen'
import { announcements } from '../../lib/announce'
import { competenciesQuery } from '../../queries/profile'
import { address, landsOn } from '../../test/journey'
import { withQuickRetries } from '../../test/quick-retries'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 30_000 })
withQuickRetries()

beforeEach(() => announcements.clear())
afterEach(() => {
  announcements.clear()
  vi.restoreAllMocks()
})

const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const main = () => within(screen.getByRole('main'))
const list = () => within(main().getByRole('region', { name: 'По компетенциям' }))
const activity = () => within(main().getByRole('region', { name: 'Активность' }))
const always = Number.POSITIVE_INFINITY
/** Seeded people of group 1: the first one's profile is open, the second one keeps it private. */
const [openId, otherOpenId, privateId, nobodyId] = [100_001, 100_004, 100_002, 199_999]

const answering = (body: unknown): Fault => ({ kind: 'body', status: 200, body })
const openWith = (fault: Fault, path = '/competencies') =>
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

const competenciesOf = (count: number, tasks = 0, name = 'C'): object[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: `${name}${at + 1}`,
    points: at + 1,
    points_total: 100,
    tasks_solved: tasks,
    tasks_total: tasks,
    tasks: solved(tasks),
  }))

const profileOf = (...competencies: Parameters<typeof competenciesOf>): object => ({
  user: { id: 1, username: 'student' },
  is_public: false,
  competencies: competenciesOf(...competencies),
  totals: { points: 10, points_total: 100, tasks_solved: 5, tasks_total: 10 },
  activity: [],
})

describe('the own page', () => {
  test('A11Y-21 has a chart with words, the same as a list, and the solved tasks as evidence', async () => {
    const page = await renderRoute('/competencies', { as: 'student' })
    await title('Мои компетенции')
    expect(document.title).toBe('Мои компетенции · Флагман')
    const chart = main().getByRole('img', { name: /^Диаграмма компетенций/ })
    const items = list().getAllByRole('listitem')
    expect(items).toHaveLength(10)
    const best = items[0]?.textContent ?? ''
    const [, name = ''] = /^1(\D+?)\d/.exec(best) ?? []
    expect(chart.getAttribute('aria-label')).toContain(`лучше всего «${name}»`)
    expect(best).toMatch(/\d+\u00a0%/)
    expect(list().queryByRole('link')).toBeNull()
    await page.user.click(within(items[0] as HTMLElement).getByText(/^Решённые задания/))
    const links = await list().findAllByRole('link')
    expect(links[0]?.getAttribute('href')).toMatch(/^\/group\/\d+\/task\/\d+$/)
    within(items[0] as HTMLElement).getAllByText(/^(Лёгкое|Среднее|Сложное)$/)
  })

  test('the own number leads to it as well, by one answer', async () => {
    const page = await renderRoute('/competencies/1', { as: 'student' })
    await title('Мои компетенции')
    await act(() => page.router.navigate({ href: '/competencies' }))
    await landsOn(page, '/competencies')
    expect(page.calls().filter(call => call === 'getCompetencies')).toHaveLength(1)
  })

  test('nothing solved yet is one sentence and one way on', async () => {
    await renderRoute('/competencies', { as: 'admin' })
    await title('Мои компетенции')
    main().getByText(/^Здесь появятся компетенции/)
    expect(main().getByRole('link', { name: 'Выбрать задание' }).getAttribute('href')).toBe('/groups')
    expect(main().queryByRole('img')).toBeNull()
  })

  test.each([
    [2, false],
    [3, true],
  ])('of %i competencies there is a chart: %s', async (count, isThere) => {
    await openWith(answering(profileOf(count)))
    await title('Мои компетенции')
    expect(main().queryByRole('img', { name: /^Диаграмма/ }) !== null).toBe(isThere)
    expect(list().getAllByRole('listitem')).toHaveLength(count)
  })
})

describe('the activity', () => {
  test('says each day in words, by two buttons that skip the empty ones', async () => {
    const page = await renderRoute('/competencies', { as: 'student' })
    await title('Мои компетенции')
    activity().getByRole('img', { name: /^Карта активности за последние 52 недели\. Решено \d+ задан/ })
    const back = activity().getByRole('button', { name: 'Предыдущий день с решениями' })
    const forth = activity().getByRole('button', { name: 'Следующий день с решениями' })
    expect(forth.getAttribute('aria-disabled')).toBe('true')
    const day = () => activity().getByText(/^\d.* г\.: решено \d/).textContent
    const last = day()
    await page.user.click(back)
    const before = day()
    expect(before).not.toBe(last)
    await waitFor(() => expect(announcements.get().map(({ text }) => text)).toEqual([before]))
    await page.user.click(forth)
    expect(day()).toBe(last)
  })

  test('stands in a table by month too', async () => {
    const page = await renderRoute('/competencies', { as: 'student' })
    await title('Мои компетенции')
    expect(activity().queryByRole('table')).toBeNull()
    await page.user.click(activity().getByText('По месяцам'))
    const rows = within(await activity().findByRole('table', { name: 'По месяцам' })).getAllByRole('row')
    expect(rows[1]?.textContent).toMatch(/^[а-я]+ 20\d\d г\.\d+$/)
    expect(rows.length).toBeGreaterThan(12)
  })
})

describe("another person's page", () => {
  test('bears their name, and leads to no task', async () => {
    const page = await renderRoute(`/competencies/${openId}`, { as: 'student' })
    const heading = await title(/^Компетенции: .+$/)
    expect(document.title).toBe(`${heading.textContent} · Флагман`)
    const item = list().getAllByRole('listitem')[0] as HTMLElement
    await page.user.click(within(item).getByText(/^Решённые задания/))
    await within(item).findAllByText(/^(Лёгкое|Среднее|Сложное)$/)
    expect(list().queryByRole('link')).toBeNull()
    expect(main().queryByRole('region', { name: 'Общий доступ к профилю' })).toBeNull()
  })

  test.each<[string, number, string, RegExp]>([
    ['private', privateId, 'Профиль закрыт', /видны только ему и преподавателям его групп/],
    ['of nobody', nobodyId, 'Участник не найден', /участника с номером 199999\./],
  ])('that is %s explains itself calmly', async (_, id, name, words) => {
    const page = await renderRoute(`/competencies/${id}`, { as: 'student' })
    await title(name)
    main().getByText(words)
    expect(main().queryByText('Код ошибки', { exact: false })).toBeNull()
    await page.user.click(main().getByRole('link', { name: 'Мои компетенции' }))
    await title('Мои компетенции')
    expect(address(page)).toBe('/competencies')
  })

  test('that is made public meanwhile opens at the next visit', async () => {
    const page = await renderRoute('/competencies/5', { as: 'student' })
    await title('Профиль закрыт')
    shareProfile(page.platform.db, 5)
    await act(() => page.router.invalidate())
    await title(/Ольга Зайцева/)
    hideProfile(page.platform.db, 5)
  })

  test('that is hidden while it stands open is closed there too', async () => {
    const page = await renderRoute('/competencies/5', {
      as: 'student',
      prepare: ({ db }) => void shareProfile(db, 5),
    })
    await title(/Ольга Зайцева/)
    hideProfile(page.platform.db, 5)
    const { queryClient } = page
    await act(() => queryClient.invalidateQueries({ queryKey: competenciesQuery(5).queryKey }))
    await title('Профиль закрыт')
    expect(document.body.textContent).not.toContain('Зайцева')
  })

  test('N09 a slow answer about one person never shows under the name of the next', async () => {
    let release = () => {}
    const until = new Promise<void>(resolve => {
      release = resolve
    })
    const page = await renderRoute('/contacts', {
      as: 'student',
      prepare: ({ db }) => db.faults.add('getCompetencies', { kind: 'wait', until }),
    })
    await screen.findByRole('heading', { level: 1 })
    void act(() => void page.router.navigate({ href: `/competencies/${openId}` }))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(`/competencies/${openId}`))
    await act(() => page.router.navigate({ href: `/competencies/${otherOpenId}` }))
    const shown = (await title(/^Компетенции: /)).textContent
    const figures = screen.getByRole('main').textContent
    await act(async () => release())
    await waitFor(() => expect(page.router.state.status).toBe('idle'))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(shown)
    expect(screen.getByRole('main').textContent).toBe(figures)
    expect(await nameOf(page, otherOpenId)).toBe(shown)
  })

  test('what was opened for one person is closed for the next', async () => {
    const page = await renderRoute(`/competencies/${openId}`, { as: 'student' })
    await title(/^Компетенции: /)
    await page.user.click(list().getAllByText(/^Решённые задания/)[0] as HTMLElement)
    expect(document.querySelectorAll('details[open]')).toHaveLength(1)
    const before = screen.getByRole('heading', { level: 1 }).textContent
    await act(() => page.router.navigate({ href: `/competencies/${otherOpenId}` }))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe(before))
    expect(document.querySelectorAll('details[open]')).toHaveLength(0)
  })
})

/** What the title of a person's page has to say, by the simulated platform itself. */
const nameOf = async ({ platform }: RenderedRoute, id: number): Promise<string> => {
  const headers = { authorization: `Bearer ${platform.tokens?.access_token}` }
  const answer = await fetch(`http://localhost/api/user/competencies?user_id=${id}`, { headers })
  const { user = {} }: Profile = await answer.json()
  const name = user.first_name && user.last_name ? `${user.first_name} ${user.last_name}` : user.username
  return `Компетенции: ${name}`
}

describe('N12 a load that fails is told by its status, 500 if there is none', () => {
  test.each<[string, string, Fault, string, string]>([
    ['a refusal', '/competencies', { kind: 'status', status: 503 }, 'Сервис недоступен', '503'],
    ['500 without a word', '/competencies/5', { kind: 'empty', status: 500 }, 'Ошибка сервера', '500'],
    [
      'a broken connection, which has none',
      '/competencies',
      { kind: 'abort' },
      'Нет ответа от сервера',
      '500',
    ],
    [
      'N05 an empty answer',
      '/competencies',
      { kind: 'empty' },
      'Сервер ответил не так, как ожидалось',
      '500',
    ],
    ['N05 null', '/competencies/5', answering(null), 'Сервер ответил не так, как ожидалось', '500'],
  ])('%s', async (_, path, fault, name, status) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const page = await openWith(fault, path)
    await title(name)
    main().getByText(`Код ошибки: ${status}`)
    page.platform.db.faults.clear()
    shareProfile(page.platform.db, 5)
    await page.user.click(main().getByRole('button', { name: 'Повторить' }))
    await title(path === '/competencies' ? 'Мои компетенции' : /Ольга Зайцева/)
  })
})

test('X04 long names and names of the other direction stay in their place', async () => {
  const long = 'שלום'.repeat(75)
  await openWith(
    answering({
      ...profileOf(3, 1, long),
      user: { id: openId, username: long },
    }),
    `/competencies/${openId}`,
  )
  const heading = await title(/^Компетенции: /)
  expect((heading.textContent ?? '').length).toBeLessThan(110)
  const shown = list().getAllByText(`${long}3`)[0]
  expect(shown?.tagName).toBe('BDI')
})

// That 100,000 tasks are not even read before they are opened stands in the table of the view model.
test('M01 100 competencies: of 1,000 tasks only what is opened is drawn, and not all at once', async () => {
  const strongest = { name: 'M', points: 100, points_total: 100, tasks: solved(1000) }
  const body = { ...profileOf(99), competencies: [...competenciesOf(99), strongest] }
  const page = await openWith(answering(body))
  await title('Мои компетенции')
  expect(list().getAllByText(/^C\d+$/, { selector: 'bdi' })).toHaveLength(99)
  main().getByText(/Показаны 12 самых сильных компетенций/)
  await page.user.click(list().getByText(/^Решённые задания: 1.000/))
  await list().findByText('T50')
  expect(list().queryByText('T51')).toBeNull()
  await page.user.click(list().getByText(/^Показать все: 1.000/))
  const next = await list().findByText('T51')
  await waitFor(() => expect(document.activeElement).toBe(next.closest('li')))
  list().getByText('T1000')
})
