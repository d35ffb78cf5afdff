import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../mocks/platform/faults'
import { getBoard } from '../../../mocks/platform/leaderboard'
import { personas } from '../../../mocks/platform/personas'
import { captureDownloads } from '../../test/capture-downloads'
import { fillIn } from '../../test/fill-in'
import { waitForHref } from '../../test/login'
import { withQuickRetries } from '../../test/quick-retries'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

withQuickRetries()

const always = Number.POSITIVE_INFINITY
const findBoard = () => screen.findByRole('table', { name: 'Рейтинг участников группы' })
const getRows = (table: HTMLElement) => within(table).getAllByRole('row')
const key = ['getLeaderboard']

const row = (user_id: number, rank: number, more: object = {}) => ({
  user_id,
  rank,
  username: `user_${user_id}`,
  points: 100 - rank,
  solved: 1,
  ...more,
})
const board = (rows: unknown[]): Fault => ({
  kind: 'body',
  status: 200,
  body: { group_id: 1, updated_at: '2026-10-02T10:00:00Z', rows },
})

const openBoard = async (fault?: Fault): Promise<RenderedRoute> => {
  const page = await renderRoute('/group/1/leaderboard', {
    as: 'student',
    prepare: ({ db }) => fault && db.faults.add('getLeaderboard', fault, always),
  })
  await screen.findByRole('heading', { level: 1, name: 'Рейтинг' })
  return page
}

/** Like the next poll. */
const refresh = (page: RenderedRoute) => page.queryClient.invalidateQueries({ queryKey: key })

describe('a failed refresh keeps the rows and shows a notice', () => {
  test.each<[string, Fault]>([
    ['null', { kind: 'body', status: 200, body: null }],
    ['a body without rows', { kind: 'body', status: 200, body: {} }],
    ['a 500', { kind: 'status', status: 500 }],
  ])('N05 %s', async (_, fault) => {
    const page = await openBoard()
    const before = getRows(await findBoard())
    page.platform.db.faults.add('getLeaderboard', fault, always)
    await refresh(page)
    await screen.findByText(/Не удалось обновить/)
    // The same DOM nodes: nothing was unmounted.
    const after = getRows(await findBoard())
    expect(after).toHaveLength(before.length)
    for (const [at, row] of after.entries()) expect(row).toBe(before[at])
  })
})

describe('a hidden leaderboard that the server would return, as for teachers', () => {
  const asked = (page: RenderedRoute) => page.calls().filter(name => name === 'getLeaderboard').length
  const isHidden = () => screen.findByRole('heading', { level: 2, name: 'Рейтинг этой группы скрыт' })

  test('is not shown by its URL', async () => {
    await renderRoute('/group/6/leaderboard', { as: 'admin' })
    await isHidden()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByRole('link', { name: 'К группе' }).getAttribute('href')).toBe('/group/6')
  })

  test('is not requested if the group is known to hide it', async () => {
    const page = await renderRoute('/group/6', { as: 'admin' })
    await screen.findByRole('heading', { level: 1 })
    await page.router.navigate({ to: '/group/$groupId/leaderboard', params: { groupId: 6 } })
    await isHidden()
    expect(asked(page)).toBe(0)
  })
})

test('an empty leaderboard, and one with only another user', async () => {
  const page = await openBoard(board([]))
  await screen.findByText('Пока никто не решил ни одного задания')
  page.platform.db.faults.clear()
  page.platform.db.faults.add('getLeaderboard', board([row(77, 1)]), always)
  await refresh(page)
  expect(getRows(await findBoard())).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'К моей строке' })).toBeNull()
})

test('J focuses the own row; a search without it has no way to it', async () => {
  const page = await openBoard()
  const own = within(await findBoard())
    .getByRole('rowheader', { name: /\(вы\)/ })
    .closest('tr')
  if (own) own.scrollIntoView = () => {}
  await page.user.keyboard('j')
  await waitFor(() => expect(document.activeElement).toBe(own))
  fillIn(screen.getByRole('searchbox', { name: 'Найти участника' }), 'СНЕЖАНА')
  await screen.findByText('Найден 1 участник', { selector: 'section span' })
  expect(screen.queryByRole('button', { name: 'К моей строке' })).toBeNull()
  expect(screen.queryByRole('rowheader', { name: /\(вы\)/ })).toBeNull()
})

test('names link to profiles; rows are one tab stop with arrow keys', async () => {
  const page = await openBoard()
  const links = within(await findBoard()).getAllByRole<HTMLAnchorElement>('link')
  const rows = getBoard(page.platform.db, 1).rows.filter(row => row.user_id === 1 || row.is_public)
  expect(links.map(link => link.getAttribute('href'))).toEqual(
    rows.map(({ user_id }) => (user_id === 1 ? '/competencies' : `/competencies/${user_id}`)),
  )
  const own = rows.findIndex(({ user_id }) => user_id === 1)
  expect(links.filter(({ tabIndex }) => tabIndex === 0)).toEqual([links[own]])
  links[own]?.focus()
  await page.user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
  expect(document.activeElement).toBe(links[own - 1])
  await page.user.keyboard('{Enter}')
  const id = rows[own - 1]?.user_id
  await waitFor(() => expect(page.router.state.location.href).toBe(`/competencies/${id}?group=1`))
  // Back to the group.
  const crumbs = within(await screen.findByRole('navigation', { name: 'Навигационная цепочка' }))
  await waitFor(() => expect(crumbs.getByRole('link', { name: /^Практическая/ })).toBeTruthy())
})

test('the side panel follows the table in DOM order', async () => {
  await openBoard()
  const table = await findBoard()
  const near = await screen.findByRole('region', { name: 'Рядом с вами' })
  expect(table.compareDocumentPosition(near) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('one view of the leaderboard is current', async () => {
  await renderRoute('/group/1/leaderboard?view=matrix', { as: 'student' })
  const views = within(await screen.findByRole('navigation', { name: 'Вид рейтинга' }))
  const current = views.getAllByRole('link', { current: 'page' })
  expect(current.map(link => link.textContent)).toEqual(['Кто что решил'])
})

test('the presenter view is in the URL, closes on Escape and restores focus', async () => {
  const page = await openBoard()
  await page.user.click(screen.getByRole('button', { name: 'Показать на проекторе' }))
  const leave = await screen.findByRole('button', { name: 'Закончить показ' })
  expect(leave).toBeTruthy()
  expect(page.router.state.location.search).toEqual({ view: 'presenter' })
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  expect(screen.queryByText(/\(вы\)/)).toBeNull()
  await page.user.keyboard('{Escape}')
  const open = await screen.findByRole('button', { name: 'Показать на проекторе' })
  await waitFor(() => expect(document.activeElement).toBe(open))
  expect(page.router.state.location.search).toEqual({})
  // One history entry, not two.
  expect(page.router.history.canGoBack()).toBe(false)
})

const own = /^Ваше место: \d+ из \d+$/

const goTo = async (page: RenderedRoute, to: string) => {
  page.router.history.push(to)
  await waitForHref(page, to)
}

const seen = async () => (await screen.findAllByText(own)).map(one => one.textContent?.trim())

test('shows the same rank on the leaderboard, in the group and at home, with one request', async () => {
  const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
  const [rankText] = await seen()
  await goTo(page, '/group/1')
  expect(await seen()).toEqual([rankText])
  expect(screen.getByRole('link', { name: own }).getAttribute('href')).toBe('/group/1/leaderboard')
  await goTo(page, '/')
  await screen.findByRole('heading', { level: 1, name: /^Здравствуйте/ })
  const [, rank, total] = /(\d+) из (\d+)/.exec(rankText ?? '') ?? []
  // Beside the name of its group.
  const place = await screen.findByText(`· ${rank}-е место из ${total}`)
  expect(place.previousSibling?.textContent).toBe('Практическая безопасность: осень 2026')
  expect(page.calls().filter(call => call === 'getLeaderboard')).toHaveLength(1)
})

test('a correct flag updates the rank on the group page', async () => {
  const page = await renderRoute('/group/1/leaderboard', { as: 'student' })
  const { id } = personas.student
  const ranks = () => getBoard(page.platform.db, 1).rows.find(({ user_id }) => user_id === id)?.rank
  const rank = ranks()
  await seen()
  await goTo(page, '/group/1/task/102')
  const field = await screen.findByRole('textbox', { name: 'Флаг' })
  fireEvent.input(field, { target: { value: page.platform.db.getFlags(id, 1, 102).join('\n') } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByRole('list', { name: 'Результат проверки' })
  expect(ranks()).not.toBe(rank)
  await goTo(page, '/group/1')
  await waitFor(async () => expect((await seen())[0]).toBe(`Ваше место: ${ranks()} из 60`))
})

test('a solve shows the place before and after it, from the list of groups', async () => {
  const page = await renderRoute('/groups', { as: 'student' })
  await screen.findByRole('link', { name: /^Практическая безопасность/ })
  const { id } = personas.student
  const ranks = () => getBoard(page.platform.db, 1).rows.find(({ user_id }) => user_id === id)?.rank
  const rank = ranks()
  await goTo(page, '/group/1/task/102')
  const field = await screen.findByRole('textbox', { name: 'Флаг' })
  fireEvent.input(field, { target: { value: page.platform.db.getFlags(id, 1, 102).join('\n') } })
  fireEvent.keyDown(field, { key: 'Enter' })
  const flags = within(await screen.findByRole('region', { name: 'Флаги' }))
  await flags.findByText(new RegExp(`Место ${rank} → ${ranks()}$`))
  expect(ranks()).toBeLessThan(rank ?? 0)
  expect(flags.queryByText(own), 'once').toBeNull()
  expect(page.calls()).not.toContain('getLeaderboard')
})

test('a group says the own place itself: the leaderboard is not requested before it is opened', async () => {
  const page = await renderRoute('/group/1', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ })
  expect(await seen()).toEqual(['Ваше место: 22 из 60'])
  expect(page.calls()).not.toContain('getLeaderboard')
})

test('where a group does not say the own place, none is shown', async () => {
  const page = await renderRoute('/group/7', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: /Кубок Флагмана/ })
  expect(screen.queryByText(own)).toBeNull()
  expect(page.calls()).not.toContain('getLeaderboard')
})

test.each<[string, unknown]>([
  ['null rows', { rows: [null, null] }],
  [
    'ranks that are no numbers',
    { rows: [{ user_id: 1, rank: 'first', username: 'student', points: 5, solved: 1 }] },
  ],
])('N02 a leaderboard with %s leaves the group its own word for the place', async (_, body) => {
  const page = await renderRoute('/group/1/leaderboard', {
    as: 'student',
    prepare: ({ db }) =>
      db.faults.add('getLeaderboard', { kind: 'body', status: 200, body }, Number.POSITIVE_INFINITY),
  })
  await screen.findByRole('heading', { level: 1 })
  await goTo(page, '/group/1')
  await screen.findByRole('heading', { level: 1, name: /Практическая безопасность/ })
  expect(await seen()).toEqual(['Ваше место: 22 из 60'])
})

test('V08 a teacher saves the leaderboard as a table, by keyboard', async () => {
  const { saved } = captureDownloads()
  const page = await renderRoute('/group/1/leaderboard', { as: 'admin' })
  const button = await screen.findByRole('button', { name: 'Сохранить таблицу (CSV)' })
  button.focus()
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toMatch(/^Рейтинг .+\.csv$/)
  const { data, errors } = Papa.parse<string[]>((await saved[0]?.content.text()) ?? '', {
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  const { rows } = getBoard(page.platform.db, 1)
  expect(data.slice(1).map(([rank, , username]) => [rank, username])).toEqual(
    rows.map(({ rank, username }) => [String(rank), username]),
  )
})
