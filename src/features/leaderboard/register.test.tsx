import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { getBoard } from '../../../mocks/platform/leaderboard'
import { findProfileOwner } from '../../../mocks/platform/profiles'
import { captureDownloads } from '../../test/capture-downloads'
import { getHref } from '../../test/login'
import { withQuickRetries } from '../../test/quick-retries'
import { type RenderedRoute, renderRoute } from '../../test/render-route'

withQuickRetries()

const always = Number.POSITIVE_INFINITY
const path = '/group/1?tab=register'
const grid = () => screen.findByRole('grid', { name: /^Журнал группы/ })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const reads = (page: RenderedRoute) => page.calls().filter(name => name === 'getCompetencies').length
/** Not by role, which takes seconds in a grid of thousands of cells. */
const names = (table: HTMLElement) =>
  [...table.querySelectorAll('tbody th')].map(({ textContent }) => textContent)

/** A server that sends no solves with the board, of this many people. */
const withoutSolves = async (people = 60) => {
  const page = await renderRoute(path, {
    as: 'admin',
    prepare: ({ db }) => {
      db.tables.settings.patch('settings', { groupSizes: { 1: people } })
      const { rows, ...rest } = getBoard(db, 1)
      const body = { ...rest, rows: rows.slice(0, people) }
      db.faults.add('getLeaderboard', { kind: 'body', status: 200, body }, always)
    },
  })
  await screen.findByRole('tab', { name: 'Журнал', selected: true })
  return page
}

/** Answers as the platform would, after a while; counts how many requests are there at once. */
const answerSlowly = (page: RenderedRoute, milliseconds: number, failures: Record<number, number> = {}) => {
  const seen = { now: 0, most: 0, asked: [] as number[] }
  page.platform.db.faults.add('getCompetencies', { kind: 'status', status: 500 }, always)
  page.override(http =>
    http.get(
      '/user/competencies',
      async ({ request, response }) => {
        const id = Number(new URL(request.url).searchParams.get('user_id'))
        seen.asked.push(id)
        seen.now += 1
        seen.most = Math.max(seen.most, seen.now)
        await new Promise(resolve => setTimeout(resolve, milliseconds))
        seen.now -= 1
        const status = failures[id]
        // The platform answers, which has a fault.
        if (status === 500) return undefined
        if (status === 403) return response(403).json({ detail: 'profile is private' })
        const owner = findProfileOwner(page.platform.db, id)
        const tasks = (owner?.solves ?? []).map(({ task_id, at }) => ({
          id: task_id,
          group_id: 1,
          solved_at: new Date(at).toISOString(),
        }))
        return response(200).json({ competencies: [{ id: 1, tasks_solved: tasks.length, tasks }] })
      },
      { once: false },
    ),
  )
  return seen
}

describe('with the solves in the leaderboard', () => {
  test('the register reads nothing else: people by need, tasks with their share, the CSV', async () => {
    const page = await renderRoute(path, { as: 'admin' })
    const table = await grid()
    expect(reads(page)).toBe(0)
    expect(screen.queryByText(/Прочитать решения/)).toBeNull()
    expect(table.querySelectorAll('thead th[scope=col] > a').length).toBeGreaterThanOrEqual(38)
    expect(names(table).length).toBeGreaterThanOrEqual(60)
    const [first] = within(table).getAllByText(/^\d+\s(?:день|дня|дней)$/)
    const days = Number(first?.textContent?.split(/\s/)[0])
    expect(days).toBeGreaterThanOrEqual(7)
    const { saved } = captureDownloads()
    await page.user.click(await button(/^Скачать CSV/))
    await waitFor(() => expect(saved).toHaveLength(1))
    const { data } = Papa.parse<string[]>((await saved[0]?.content.text()) ?? '', {
      skipEmptyLines: true,
    })
    expect(saved[0]?.name).toMatch(/^Журнал .*\.csv$/)
    expect(data).toHaveLength(names(table).length + 1)
    const { rows } = getBoard(page.platform.db, 1)
    for (const line of data.slice(1)) {
      const row = rows.find(({ username }) => username === line[2])
      expect(line.slice(7).filter(Boolean)).toHaveLength(row?.solved ?? -1)
    }
  })

  test('filters stand in the address; the days and the columns are chosen', async () => {
    const page = await renderRoute(path, { as: 'admin' })
    const all = names(await grid()).length
    await page.user.click(await button(/^Застряли/))
    await waitFor(() => expect(getHref(page)).toContain('people=stalled'))
    await waitFor(async () => expect(names(await grid()).length).toBeLessThan(all))
    const week = names(await grid()).length
    await page.user.selectOptions(
      screen.getByRole('combobox', { name: 'Когда участник считается застрявшим' }),
      '30',
    )
    await waitFor(async () => expect(names(await grid()).length).toBeLessThan(week))
    const columns = () => document.querySelectorAll('.solve-task').length
    const before = columns()
    await page.user.selectOptions(
      screen.getByRole('combobox', { name: 'Какие задания показать' }),
      'required',
    )
    await waitFor(() => expect(columns()).toBeLessThan(before))
    // The file holds what is shown.
    expect((await button(/^Скачать CSV/)).textContent).toMatch(
      new RegExp(`^Скачать CSV: \\d+\\s\\S+, заданий: ${columns()}$`),
    )
    await page.user.selectOptions(
      screen.getByRole('combobox', { name: 'Какие задания показать' }),
      'unsolved',
    )
    await screen.findByText('Каждое открытое задание кто-нибудь решил.')
  })

  test('A11Y the grid is one tab stop with arrow keys; Enter opens the task, the name the profile', async () => {
    const page = await renderRoute(path, { as: 'admin' })
    const table = await grid()
    expect(table.querySelectorAll('[data-row][tabindex="0"]')).toHaveLength(1)
    const start = table.querySelector<HTMLElement>('[data-row="0"][data-column="0"]')
    act(() => start?.focus())
    expect(start?.getAttribute('href')).toMatch(/^\/competencies\/\d+$/)
    await page.user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    const focused = document.activeElement as HTMLElement
    expect([focused.dataset.row, focused.dataset.column]).toEqual(['1', '4'])
    expect(focused.getAttribute('aria-label')).toMatch(/решен|отключено/)
    await page.user.keyboard('{Control>}{End}{/Control}')
    expect((document.activeElement as HTMLElement).dataset.row).toBe(String(names(table).length - 1))
    expect(table.querySelectorAll('[data-row][tabindex="0"]')).toHaveLength(1)
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(getHref(page)).toMatch(/^\/group\/1\/task\/\d+$/))
  })
})

describe('without them', () => {
  test('nothing is read by itself; on a press three at a time, stopped and resumed, failures named', async () => {
    const page = await withoutSolves(48)
    const rows = getBoard(page.platform.db, 1).rows.slice(0, 48)
    const [broken, closed] = [rows[20], rows[40]]
    const failures = { [broken?.user_id ?? 0]: 500, [closed?.user_id ?? 0]: 403 }
    const seen = answerSlowly(page, 20, failures)
    expect((await grid()).querySelectorAll('[data-mark]')).toHaveLength(0)
    const start = await button('Прочитать решения 48 участников')
    expect(seen.asked).toEqual([])
    await page.user.click(start)
    const stop = await button('Остановить')
    await waitFor(() => expect(seen.asked.length).toBeGreaterThan(8))
    fireEvent.click(stop)
    await button(/^Прочитать ещё/)
    await waitFor(() => expect(seen.now).toBe(0))
    const asked = seen.asked.length
    expect(asked).toBeLessThan(48)
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(seen.asked).toHaveLength(asked)
    expect((await grid()).querySelectorAll('[data-mark="unknown"]').length).toBeGreaterThan(0)
    fireEvent.click(await button(/^Прочитать ещё/))
    await screen.findByText('Прочитано 46 из 48', {}, { timeout: 45_000 })
    expect(seen.most).toBe(3)
    // Nobody twice, but the one whose answer was a 500.
    expect(new Set(seen.asked).size).toBe(48)
    expect(seen.asked.filter(id => failures[id] === undefined)).toHaveLength(46)
    const failed = screen.getByRole('list', { name: 'Кого не удалось прочитать' })
    const lastName = (row: (typeof rows)[number] | undefined) => row?.last_name ?? row?.username ?? '?'
    expect(failed.textContent).toContain(lastName(broken))
    expect(failed.textContent).toContain(lastName(closed))
    expect(within(failed).getAllByRole('listitem')).toHaveLength(2)
    // Only these two are read again.
    fireEvent.click(await button('Прочитать ещё 2 участников'))
    await waitFor(() => expect(seen.asked.slice(-4)).toContain(closed?.user_id))
  }, 90_000)

  test('a 429 pauses all reads for as long as the server says', async () => {
    const page = await withoutSolves(12)
    const limit = { kind: 'status', status: 429, headers: { 'Retry-After': '1' } } as const
    page.platform.db.faults.add('getCompetencies', limit, 3)
    const startedAt = Date.now()
    await page.user.click(await button(/^Прочитать решения/))
    await screen.findByText(/^Сервер просит подождать/)
    await screen.findByText('Прочитано 12 из 12', {}, { timeout: 10_000 })
    expect(Date.now() - startedAt).toBeGreaterThan(900)
    expect(reads(page)).toBe(15)
  }, 20_000)

  test('a lost connection stops reading and says so', async () => {
    const page = await withoutSolves(12)
    page.platform.db.faults.add('getCompetencies', { kind: 'abort' }, always)
    await page.user.click(await button(/^Прочитать решения/))
    await screen.findByText('Прочитано 0 из 12', {}, { timeout: 10_000 })
    await button('Прочитать ещё 12 участников')
    expect(reads(page)).toBeLessThan(12)
  }, 20_000)

  test('a server without the operation: totals and a sentence, and no more requests', async () => {
    const page = await withoutSolves()
    page.platform.db.faults.add('getCompetencies', { kind: 'html', status: 404 }, always)
    await page.user.click(await button(/^Прочитать решения/))
    await screen.findByText(/^Платформа не отдаёт решения по заданиям, поэтому/)
    expect(reads(page)).toBeLessThanOrEqual(3)
    const table = await grid()
    expect(table.querySelectorAll('[data-mark]')).toHaveLength(0)
    expect(names(table).length).toBeGreaterThan(50)
    expect(await button(/^Скачать CSV/)).toBeTruthy()
  })
})

describe('whose register it is', () => {
  test('a student has no such tab, and asks for nothing', async () => {
    const page = await renderRoute(path, { as: 'student' })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('tab', { name: 'Журнал' })).toBeNull()
    expect(page.calls()).not.toContain('getLeaderboard')
    expect(reads(page)).toBe(0)
  })

  test('a group with a hidden leaderboard says why there is no register', async () => {
    const page = await renderRoute('/group/6?tab=register', { as: 'admin' })
    await screen.findByRole('heading', { level: 2, name: 'Журнал недоступен' })
    expect(page.calls()).not.toContain('getLeaderboard')
  })

  test('an error of the leaderboard stands in the tab', async () => {
    const page = await renderRoute(path, {
      as: 'admin',
      prepare: ({ db }) => db.faults.add('getLeaderboard', { kind: 'status', status: 500 }, always),
    })
    const alert = await screen.findByText('Не удалось загрузить журнал', {}, { timeout: 5000 })
    expect(alert).toBeTruthy()
    page.platform.db.faults.clear()
    await page.user.click(await button('Повторить'))
    await grid()
  })
})
