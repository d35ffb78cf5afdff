import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { TestServer } from '../../../mocks/hosts/node'
import {
  findProfileOwner,
  getActivity,
  getCompetency,
  getTotals,
  hideProfile,
} from '../../../mocks/platform/profiles'
import { endAllSessions } from '../../../mocks/platform/sessions'
import { sharedProfileQuery } from '../../api/queries/profile'
import { waitForHref } from '../../test/login'
import { withQuickRetries } from '../../test/quick-retries'
import { renderRoute } from '../../test/render-route'

withQuickRetries()

const token = 'k3Vd9sQ2mZ7xT1aB'
const here = `/profile/${token}`
const share = ({ db }: Pick<TestServer, 'db'>) => db.tables.shares.put(1, { user_id: 1, link: token })

const findName = () => screen.findByRole('heading', { level: 1, name: /Воробьёва/ })
const findDead = () => screen.findByRole('heading', { level: 1, name: 'Ссылка не работает' })
const viewSharedProfile = (db: TestServer['db']) => {
  const owner = findProfileOwner(db, 1)
  if (!owner) throw new Error('There is no student.')
  const { username, first_name, last_name } = owner
  return {
    user: { id: 1, username, first_name, last_name },
    is_public: true,
    competencies: db.content.competencies.map(competency => getCompetency(db, owner, competency)),
    totals: getTotals(db, owner),
    activity: getActivity(owner),
  }
}
const robots = () => document.querySelector<HTMLMetaElement>('meta[name="robots"]')?.content
const stops = () =>
  [...screen.getByRole('banner').querySelectorAll('a, button')].map(
    stop => `${stop.getAttribute('aria-label') ?? stop.textContent} ${stop.getAttribute('href') ?? ''}`,
  )
const language = 'RU. Язык: Русский '

/** The secret is only in the URL. */
const expectNoSecret = () => {
  const stored = [...Object.entries(localStorage), ...Object.entries(sessionStorage)].flat()
  for (const text of [document.title, document.documentElement.outerHTML, ...stored])
    expect(text).not.toContain(token)
}

describe('a shared profile needs only its link', () => {
  test('for a guest, in the public layout', async () => {
    const page = await renderRoute(here, { prepare: share })
    await findName()
    expect(stops()).toEqual(['Флагман /', language, 'Тема: Системная ', 'Войти /login'])
    expect(screen.queryByRole('timer')).toBeNull()
    // Contacts and legal documents, but no links of members.
    const links = within(screen.getByRole('contentinfo')).getAllByRole('link')
    expect(links.map(link => link.getAttribute('href'))).toEqual(['/contacts', '/legal'])
    expect(screen.getAllByRole('navigation')).toHaveLength(1)
    expect(screen.getByText(/платформа практического обучения кибербезопасности/)).toBeTruthy()
    expect(page.calls()).toEqual(['getSharedProfile'])
    expect(robots()).toBe('noindex')
    expect(document.body.textContent).not.toMatch(/@|Практическая безопасность/)
    expect([...document.querySelectorAll('main a')]).toEqual([])
    expectNoSecret()
    await page.user.click(screen.getByRole('link', { name: 'Войти' }))
    await waitForHref(page, '/login')
    expect(robots()).toBeUndefined()
    expect(localStorage.getItem('auth_redirect')).toBeNull()
  })

  test.each(['student', 'candidate'] as const)('for %s, with the usual header', async as => {
    const page = await renderRoute(here, { as, prepare: share })
    await findName()
    const header = within(screen.getByRole('banner'))
    await header.findByRole('button', { name: /^Меню профиля|^Профиль/ })
    expect(header.getByRole('link', { name: 'Моё обучение' }).getAttribute('href')).toBe('/groups')
    expect(header.queryByRole('link', { name: 'Войти' })).toBeNull()
    expect(robots()).toBe('noindex')
    expect([...document.querySelectorAll('main a:not(nav a)')]).toEqual([])
    expectNoSecret()
    await page.user.click(header.getByRole('link', { name: 'Моё обучение' }))
    await waitForHref(page, '/groups')
    expect(robots()).toBeUndefined()
  })

  test('with an invalid session', async () => {
    const page = await renderRoute(here, {
      as: 'student',
      prepare: platform => {
        share(platform)
        endAllSessions(platform.db, 1)
        platform.db.faults.add('getSharedProfile', { kind: 'status', status: 401 })
        platform.db.faults.add('refreshSession', { kind: 'status', status: 401 })
      },
    })
    await findName()
    expect(page.router.state.location.pathname).toBe(here)
  })
})

describe('what a shared profile shows', () => {
  const renderShared = (change: object) =>
    renderRoute(here, {
      prepare: platform => {
        share(platform)
        const { db } = platform
        const body = { ...viewSharedProfile(db), ...change }
        db.faults.add('getSharedProfile', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY)
      },
    })
  const table = () => within(screen.getByRole('table', { name: 'Компетенции' }))

  test('who, since when, what was solved, and who confirms it', async () => {
    const page = await renderRoute(here, { prepare: share })
    await findName()
    screen.getByText(/^Практика кибербезопасности с.[а-я]+ 2026.· \d+.задани[еяй], из.них \d+.сложн/)
    screen.getAllByText('Подтверждено платформой «Флагман»')
    screen.getAllByText(/^данные на \d+ [а-я]+ 20\d\d/)
    expect(screen.queryByRole('list', { name: 'Сданные экзамены' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Скопировать ссылку' }))
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}${here}`)
  })

  test('the strongest competencies, then the others', async () => {
    const page = await renderRoute(here, { prepare: share })
    await findName()
    const hidden = () =>
      table()
        .getAllByRole('row')
        .filter(row => row.matches('.hidden')).length
    expect(hidden()).toBe(3)
    await page.user.click(screen.getByRole('button', { name: 'Ещё 3 компетенции' }))
    expect(hidden()).toBe(0)
    expect(document.activeElement).toBe(table().getAllByRole('rowheader')[7])
  })

  test('exams that were passed', async () => {
    const exam = { title: 'Пентест', passed_at: '2026-10-01T10:00:00Z', score: 87, score_max: 100, hours: 24 }
    await renderShared({ exams: [exam, { title: null }] })
    await findName()
    const [first, second] = within(screen.getByRole('list', { name: 'Сданные экзамены' })).getAllByRole(
      'listitem',
    )
    expect(first?.textContent?.replaceAll('\u00a0', ' ')).toBe(
      '87из 100Экзамен сданПентест1 октября 2026 г. · 24 часа · 87 из 100',
    )
    expect(second?.textContent).toBe('Экзамен сданЭкзамен')
  })

  test('hard tasks with their categories, or their competencies without them', async () => {
    const task = { id: 1, group_id: 1, title: 'T', difficulty: 'hard', category_name: 'Криптография' }
    const tasks = [task, { ...task, id: 2, title: 'U', category_name: null }]
    await renderShared({ competencies: [{ id: 1, name: 'Сети', points: 1, points_total: 2, tasks }] })
    await findName()
    const items = within(screen.getByRole('region', { name: 'Сложные задания' })).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['TКриптография', 'UСети'])
    expect(items.map(item => item.querySelectorAll('svg').length)).toEqual([1, 0])
  })

  test('without hard tasks, activity and totals, no empty blocks', async () => {
    await renderShared({
      activity: null,
      totals: null,
      exams: null,
      competencies: [{ id: 1, name: 'Сети', points: 1 }],
    })
    await findName()
    screen.getByText('Практика кибербезопасности')
    expect(screen.queryByRole('region', { name: /^(Сложные задания|Активность)/ })).toBeNull()
  })

  test('the address is on the page only while it is printed', async () => {
    await renderRoute(here, { prepare: share })
    await findName()
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(document.body.textContent).toContain(`${location.origin}${here}`)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expectNoSecret()
  })
})

test('malformed, unknown and revoked links show the same page', async () => {
  const pages = new Set<string>()
  const shown = async (path: string, prepare: (platform: TestServer) => void = () => {}) => {
    const page = await renderRoute(path, { prepare })
    await findDead()
    pages.add(`${document.title}\n${page.container.innerHTML.replace(/_r_\w+_/g, '')}`)
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
    expect(robots()).toBe('noindex')
    page.unmount()
    return page.calls()
  }
  expect(await shown(here)).toEqual(['getSharedProfile'])
  const hide = (platform: TestServer) => {
    share(platform)
    hideProfile(platform.db, 1)
  }
  await shown(here, hide)
  for (const [status, detail] of [
    [403, 'profile is private'],
    [410, 'gone'],
    [422, 'not a link'],
  ] as const)
    await shown(here, ({ db }) => db.faults.add('getSharedProfile', { kind: 'status', status, detail }))
  for (const link of ['..%2Fgroups', '%00', '.a', '__proto__', 'a%20b', 'x'.repeat(129), 'short', 'a.b'])
    await shown(`/profile/${link}`)
  expect(await shown('/profile/%2e%2e')).toEqual([])
  expect([...pages]).toHaveLength(1)
})

test('a link that is revoked while open shows that page too', async () => {
  const page = await renderRoute(here, { prepare: share })
  await findName()
  hideProfile(page.platform.db, 1)
  const { queryClient } = page
  await act(() => queryClient.invalidateQueries({ queryKey: sharedProfileQuery(token).queryKey }))
  await findDead()
  expect(document.body.textContent).not.toContain('Воробьёва')
})
