import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, fireEvent, render as renderComponent, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Group, Leaderboard, LeaderboardRow } from '../../api/responses'
import { loadMessages, startI18n } from '../../i18n/init'
import { installFakeClock } from '../../test/fake-clock'
import { BoardChart } from './board-chart'
import { Neighbours } from './board-sidebar'
import { Podium } from './podium'
import { Presenter } from './presenter'
import { RankChange, useRankChange } from './rank-change'
import { OpensClosedProfiles } from './user-link'

const router = createRouter({ routeTree: createRootRoute() })
const render = (part: ReactElement) =>
  renderComponent(part, {
    wrapper: ({ children }) => (
      <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
    ),
  })

beforeEach(async () => {
  await startI18n('ru')
  await loadMessages('leaderboard')
})

const row = (
  user_id: number,
  rank: number,
  points: number,
  username = `user_${user_id}`,
): LeaderboardRow => ({
  user_id,
  rank,
  points,
  username,
  solved: 1,
})

const board = (rows: LeaderboardRow[], series?: Leaderboard['series']): Leaderboard => ({
  group_id: 1,
  updated_at: '2026-10-20T10:00:00Z',
  rows,
  ...(series && { series }),
})

const ranked = (...ranks: number[]) => ranks.map((rank, index) => row(index + 1, rank, 1000 - rank * 10))

const getItemTexts = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

const hostileNames = {
  long: 'W'.repeat(300),
  reversed: '\u202etxt.exe\u202c',
  lookalike: 'аdmin',
  markup: '<img src=x onerror=alert(1)>',
}

describe('podium', () => {
  test.each<[string, number[], number, string | null]>([
    ['three users', [1, 2, 3], 3, null],
    ['two users: nothing', [1, 2], 0, null],
    ['a tie of the first', [1, 1, 3, 4], 3, null],
    ['a tie of the third', [1, 2, 3, 3, 5], 4, null],
    ['a tie of the second', [1, 2, 2, 4], 3, null],
    ['six leaders', [1, 1, 1, 1, 1, 1], 5, 'и ещё 1 участник на этих местах'],
    ['ranks that cannot be read: nothing', [Number.NaN, Number.NaN, Number.NaN], 0, null],
  ])('%s', (_, ranks, count, more) => {
    render(<Podium rows={ranked(...ranks)} userId={0} />)
    expect(screen.queryAllByRole('listitem')).toHaveLength(count)
    expect(screen.queryByText(/^и ещё/)?.textContent ?? null).toBe(more)
  })

  test('X04 names are plain text in server order, clamped and bidi-isolated', () => {
    const rows = Object.values(hostileNames).map((name, index) =>
      row(index + 1, Math.min(3, index + 1), 100, name),
    )
    const { container } = render(<Podium rows={rows} userId={0} />)
    const names = [...container.querySelectorAll('bdi')]
    expect(names.map(({ textContent }) => textContent)).toEqual(Object.values(hostileNames))
    for (const name of names) expect(name.className).toContain('line-clamp-2')
    expect(container.querySelector('img')).toBeNull()
  })

  test('M01 shows five of 10,000 tied leaders', () => {
    render(<Podium rows={Array.from({ length: 10_000 }, (_, index) => row(index + 1, 1, 5))} userId={7} />)
    expect(screen.getAllByRole('listitem')).toHaveLength(5)
    expect(screen.getByText('и ещё 9 995 участников на этих местах')).toBeTruthy()
  })
})

test('names link to competencies; a row without an account has no link', () => {
  render(
    <>
      <Podium rows={[row(5, 1, 9), row(6, 2, 8), row(-3, 3, 7)]} userId={6} />
      <Neighbours board={board([row(5, 1, 9), row(6, 2, 8)])} userId={6} isAdmin={false} />
    </>,
  )
  const links = screen.getAllByRole('link').map(link => `${link.textContent} ${link.getAttribute('href')}`)
  const both = ['user_5 /competencies/5', 'user_6 /competencies']
  expect(links).toEqual([...both, ...both])
})

test.each([
  ['a member', false, ['/competencies/5', '/competencies/7']],
  ['an administrator', true, ['/competencies/5', '/competencies/6', '/competencies/7']],
])('%s has a link to a closed profile: %s', (_, isAdmin, hrefs) => {
  const rows = [{ ...row(5, 1, 9), is_public: true }, { ...row(6, 2, 8), is_public: false }, row(7, 3, 7)]
  render(
    <OpensClosedProfiles value={isAdmin}>
      <Podium rows={rows} userId={1} />
    </OpensClosedProfiles>,
  )
  expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(hrefs)
})

describe('neighbours', () => {
  test.each<[string, number[], number, number, RegExp[]]>([
    ['the leader', [1, 2, 3, 4, 5], 1, 4, [/Вы на первом месте/, /Отрыв от 2-го места — 10 баллов/]],
    ['in between', [1, 2, 3, 4, 5, 6, 7, 8, 9], 5, 7, [/До 4-го места — 10 баллов/]],
    ['the last', [1, 2, 3, 4, 5], 5, 4, [/До 4-го места — 10 баллов/]],
    ['a shared place', [1, 2, 2, 4], 3, 4, [/Вы делите 2-е место/, /До 1-го места — 10 баллов/]],
    ['a shared first place', [1, 1, 3], 2, 3, [/Вы делите 1-е место/, /Отрыв от 3-го места — 20 баллов/]],
    ['alone', [1], 1, 1, [/Вы на первом месте/]],
    ['not on the board', [1, 2], 9, 0, [/Вас пока нет в рейтинге/]],
    ['on the board without a rank', [1, Number.NaN], 2, 0, [/^Ваше место пока не рассчитано/]],
  ])('%s', (_, ranks, userId, count, messages) => {
    render(<Neighbours board={board(ranked(...ranks))} userId={userId} isAdmin={false} />)
    expect(screen.queryAllByRole('listitem')).toHaveLength(count)
    for (const message of messages) expect(screen.getByText(message)).toBeTruthy()
    expect(screen.queryAllByText('(вы)')).toHaveLength(count > 0 ? 1 : 0)
  })

  test('group administrators see no hint about their rank', () => {
    const { container } = render(<Neighbours board={board(ranked(1, 2))} userId={9} isAdmin />)
    expect(container.innerHTML).toBe('')
  })

  test('X04 keeps the server’s order, whatever the names look like', () => {
    const names = Object.values(hostileNames)
    const rows = names.map((name, index) => row(index + 1, index + 1, 100 - index, name))
    render(<Neighbours board={board(rows)} userId={1} isAdmin={false} />)
    expect(getItemTexts().map(text => names.findIndex(name => text?.includes(name)))).toEqual([0, 1, 2, 3])
  })

  test('M01 shows seven of 10,000 rows and the gap to the next user above', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => row(index + 1, index + 1, 20_000 - index))
    render(<Neighbours board={board(rows)} userId={9000} isAdmin={false} />)
    expect(screen.getAllByRole('listitem')).toHaveLength(7)
    expect(screen.getByText('До 8 999-го места — 1 балл')).toBeTruthy()
  })
})

describe('presenter', () => {
  const present = (rows: LeaderboardRow[], group: Partial<Group> = {}) =>
    render(
      <Presenter
        rows={rows}
        group={{ name: 'Группа', categories: [], ...group } as Group}
        updated={null}
        onExit={() => {}}
        hasShortNames={false}
        onToggleNames={() => {}}
      />,
    )
  const getColumns = () => [...document.querySelectorAll('.presenter-person')].map(one => one.textContent)

  test.each([
    ['a tie of the second place', [1, 2, 2, 4], ['user_1', 'user_2', 'user_3'], 1],
    ['two people', [1, 2], ['user_1', 'user_2'], 0],
    [
      'ten people on the first place',
      Array.from({ length: 10 }, () => 1),
      ['user_1', 'user_2', 'user_3', 'и ещё 7 участников на этих местах'],
      7,
    ],
  ])('%s: a column each, and the others in the table', (_, ranks, columns, listed) => {
    present(ranked(...ranks))
    expect(getColumns()).toEqual(columns)
    expect(screen.queryAllByRole('rowheader')).toHaveLength(listed)
  })

  test('hides its controls after three seconds without input, and shows the latest solves', () => {
    const time = installFakeClock()
    const solved = ranked(1, 2, 3).map((one, at) => ({
      ...one,
      last_solved_at: `2026-10-0${at + 1}T10:00:00Z`,
    }))
    const { container } = present(solved)
    const isHidden = () => container.querySelector('.presenter-controls')?.hasAttribute('data-hidden')
    expect(isHidden()).toBe(false)
    act(() => time.advance(3000))
    expect(isHidden()).toBe(true)
    fireEvent.pointerMove(document.body)
    expect(isHidden()).toBe(false)
    const ticker = screen.getByRole('list', { name: 'Последние решения' })
    expect(
      within(ticker)
        .getAllByRole('listitem')
        .map(one => one.textContent?.slice(0, 6)),
    ).toEqual(['user_3', 'user_2', 'user_1'])
  })
})

describe('presenter of a group', () => {
  const present = (rows: LeaderboardRow[], group: object) =>
    render(
      <Presenter
        rows={rows}
        group={{ name: 'Группа', categories: [], ...group }}
        updated={null}
        onExit={() => {}}
        hasShortNames={false}
        onToggleNames={() => {}}
      />,
    )

  test.each([
    [90_000, /^1\sд 1:00:00$/],
    [90, /^01:30$/],
    [1, /^00:01$/],
    [0, /^Закончено$/],
  ])('%i s before the end of the group', (left, text) => {
    const time = installFakeClock(Date.UTC(2026, 9, 1))
    present(ranked(1, 2, 3, 4), { end_date: new Date(time.now() + left * 1000).toISOString() })
    expect(screen.getByText(text)).toBeTruthy()
    if (left !== 1) return
    act(() => time.advance(1100))
    expect(screen.getByText('Закончено')).toBeTruthy()
  })

  test('the latest solves have their tasks, where a row says them', () => {
    const task = { id: 7, title: 'Чужой заказ', category_id: 1 }
    const [first, silent, idle] = ranked(1, 2, 3)
    const solved_tasks = [{ task_id: 7, solved_at: '2026-10-01T10:00:00Z' }]
    const rows = [
      { ...first, solved_tasks },
      { ...silent, last_solved_at: '2026-10-01T11:00:00Z' },
      { ...idle, solved_tasks: [], last_solved_at: '2026-10-01T12:00:00Z' },
    ] as LeaderboardRow[]
    present(rows, { categories: [{ id: 1, name: 'Веб', tasks: [task] }] })
    const ticker = within(screen.getByRole('list', { name: 'Последние решения' }))
    expect(ticker.getAllByRole('listitem').map(one => one.textContent)).toEqual([
      expect.stringMatching(/user_2(?!Чужой)/),
      expect.stringMatching(/^.*user_1Чужой заказ/),
    ])
  })

  test('an invitation is shown on request, where the server sends its code', async () => {
    present(ranked(1, 2, 3), { invite_code: 'K7M2QX' })
    expect(screen.queryByText('K7M2QX')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Приглашение' }))
    expect(await screen.findByRole('img', { name: 'QR-код со ссылкой-приглашением' })).toBeTruthy()
    expect(screen.getByText('K7M2QX')).toBeTruthy()
  })
})

describe('chart', () => {
  const series = [1, 2, 3].map(user_id => ({
    user_id,
    points: [
      { at: '2026-10-01T10:00:00Z', points: 10 * user_id },
      { at: '2026-10-19T10:00:00Z', points: 100 * user_id },
    ],
  }))

  test('has a text alternative and a table with the same data', async () => {
    render(<BoardChart board={board(ranked(1, 2, 3), series)} userId={2} />)
    const picture = screen.getByRole('img', { name: /^График баллов: 3 участника/ })
    expect(picture.getAttribute('aria-label')).toMatch(/Лидирует user_3, 300 баллов\. У вас: 200 баллов\.$/)
    expect(screen.queryByRole('table', { hidden: true })).toBeNull()
    fireEvent.click(screen.getByText('В виде таблицы'))
    const table = await screen.findByRole('table', { name: 'Баллы участников по времени', hidden: true })
    const [, own] = within(table).getAllByRole('rowheader', { hidden: true })
    expect(own?.textContent).toBe('user_2 (вы)')
    const cells = [...(own?.parentElement?.querySelectorAll('td') ?? [])].map(
      ({ textContent }) => textContent,
    )
    expect([cells[0], cells.at(-1)]).toEqual(['20', '200'])
  })

  test('the own line and the leader stand out, and a line that the pointer is on', () => {
    const users = Array.from({ length: 10 }, (_, index) => row(index + 1, index + 1, 100 - index))
    const grown = users.map(({ user_id }) => ({
      user_id,
      points: [{ at: '2026-10-02T10:00:00Z', points: 100 - user_id }],
    }))
    const { container } = render(<BoardChart board={board(users, grown)} userId={2} />)
    const getLines = () =>
      [...container.querySelectorAll('path[stroke-width]')].map(
        path => `${path.getAttribute('class')?.split(' ')[0]} ${path.getAttribute('stroke-width')}`,
      )
    const others = Array.from({ length: 8 }, () => 'stroke-control 1')
    expect(getLines()).toEqual([...others, 'stroke-gold 2.5', 'stroke-accent 3.5'])
    fireEvent.pointerEnter(screen.getByText('user_5').closest('li') ?? container)
    expect(getLines()).toContain('stroke-text 2.5')
  })

  test('invalid numbers never reach the SVG', () => {
    const wild = [
      { user_id: 1, points: [{ at: '2026-10-02T10:00:00Z', points: -50 }] },
      {
        user_id: 2,
        points: [
          { at: 'soon', points: 5 },
          { at: '2026-10-02T10:00:00Z', points: Number.NaN },
        ],
      },
      { user_id: 3, points: [{ at: '2026-10-02T10:00:00Z', points: 0 }] },
    ]
    const { container } = render(<BoardChart board={board(ranked(1, 2, 3), wild)} userId={1} />)
    expect(container.querySelectorAll('path[stroke-width]')).toHaveLength(2)
    expect(container.innerHTML).not.toMatch(/NaN|Infinity|undefined/)
  })

  test('renders nothing without a series', () => {
    expect(render(<BoardChart board={board(ranked(1, 2, 3))} userId={1} />).container.innerHTML).toBe('')
  })
})

describe('rank change since the last visit', () => {
  const Line = ({ rank }: { rank: number | null }) => <RankChange change={useRankChange(1, rank)} />

  test.each([
    [2, '▲2На 2 места выше, чем в прошлый раз'],
    [1, '▲1На 1 место выше, чем в прошлый раз'],
    [-5, '▼5На 5 мест ниже, чем в прошлый раз'],
    [0, ''],
    [null, ''],
  ])('%s', (change, expected) => {
    expect(render(<RankChange change={change} />).container.textContent).toBe(expected)
  })

  test('is shown from the second visit on, updates with the board and survives a reload', () => {
    localStorage.clear()
    onTestFinished(() => localStorage.clear())
    const clock = installFakeClock()
    const open = (rank: number | null) => render(<Line rank={rank} />)
    const first = open(12)
    expect(first.container.textContent).toBe('')
    first.unmount()
    act(() => clock.adjust(3_600_000))
    const second = open(10)
    expect(second.container.textContent).toMatch(/^▲2/)
    second.rerender(<Line rank={13} />)
    expect(second.container.textContent).toMatch(/^▼1/)
    second.unmount()
    act(() => clock.adjust(60_000))
    const reloaded = open(13)
    expect(reloaded.container.textContent).toMatch(/^▼1/)
    reloaded.rerender(<Line rank={null} />)
    expect(reloaded.container.textContent).toBe('')
  })
})
