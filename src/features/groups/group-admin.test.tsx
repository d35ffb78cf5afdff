import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { groupQuery, leaderboardQuery } from '../../api/queries/groups'
import { serverClock } from '../../lib/server-clock'
import { narrowScreen } from '../../test/narrow-screen'
import { renderRoute } from '../../test/render-route'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
// Not the announcement.
const note = (text: RegExp) => screen.findByText(text, { selector: 'p.font-semibold' })
const open = (path = '/group/1') => renderRoute(path, { as: 'admin' })
type Page = Awaited<ReturnType<typeof open>>

const webTasks = (page: Page) =>
  page.queryClient.getQueryData(groupQuery(1).queryKey)?.categories.find(({ name }) => name === 'Веб')
    ?.tasks ?? []
const hiddenIds = (page: Page) =>
  webTasks(page)
    .filter(({ visible, status }) => !visible || status === 'hidden')
    .map(({ id }) => id)
const changes = (page: Page) => page.calls().filter(call => call === 'setTaskVisibility').length

describe('G17 an administrator shows or hides a category', () => {
  test('by keyboard; undo restores exactly what was visible before', async () => {
    const page = await open()
    const hide = await button('Скрыть все задания категории «Веб»')
    const before = hiddenIds(page)
    const total = webTasks(page).length
    expect(before.length).toBeLessThan(total)
    hide.focus()
    await page.user.keyboard('{Enter}')
    await note(/^«Веб»: скрыто/)
    expect(hiddenIds(page)).toHaveLength(total)
    expect(changes(page)).toBe(total - before.length)
    const undo = screen.getByRole('button', { name: 'Отменить' })
    await waitFor(() => expect(document.activeElement === undo).toBe(true))
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(hiddenIds(page)).toEqual(before))
    expect(changes(page)).toBe(2 * (total - before.length))
  })

  test('a failure stops the rest, names what is left, and sends nothing again by itself', async () => {
    const page = await open()
    await page.user.click(await button('Скрыть все задания категории «Веб»'))
    await note(/^«Веб»: скрыто/)
    await page.user.click(screen.getByRole('button', { name: 'Отменить' }))
    await note(/^«Веб»: показано/)
    const wanted = webTasks(page).filter(({ visible }) => visible).length
    const sent = changes(page)
    page.platform.db.faults.add('setTaskVisibility', {
      kind: 'body',
      status: 403,
      body: { detail: 'Task not found' },
    })
    await page.user.click(await button('Скрыть все задания категории «Веб»'))
    await note(/^«Веб»: видимость не изменилась/)
    expect(screen.getByText(new RegExp(`^Не изменено ${wanted} `))).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
    expect(changes(page)).toBe(sent + 1)
  })

  test('undo after a part of them takes back that part alone', async () => {
    const page = await open()
    const hide = await button('Скрыть все задания категории «Веб»')
    const { faults } = page.platform.db
    faults.add('setTaskVisibility', { kind: 'delay', milliseconds: 0 })
    faults.add('setTaskVisibility', { kind: 'status', status: 403, detail: 'Task not found' })
    await page.user.click(hide)
    await note(/^«Веб»: скрыто/)
    await page.user.click(screen.getByRole('button', { name: 'Отменить' }))
    await note(/^«Веб»: показано/)
    expect(changes(page)).toBe(3)
  })
})

test('counts replace the own progress, and the filter finds hidden tasks', async () => {
  const page = await open()
  const numbers = await screen.findByRole('region', { name: 'Для преподавателя' })
  const value = (label: string) => within(numbers).getByText(label).nextElementSibling?.textContent
  const [visible, all] = (value('Открыто заданий') ?? '').split(' из ').map(Number) as [number, number]
  const hidden = all - visible
  expect(hidden).toBeGreaterThan(0)
  expect(screen.queryByText(/^Осталось .* обязательн/)).toBeNull()
  expect(screen.queryByRole('link', { name: /^Следующее/ })).toBeNull()
  await waitFor(() => expect(Number(value('Участников в рейтинге'))).toBeGreaterThan(1))
  // The last solves are the given days ago; of the other users, long ago.
  const lastSolves = [0, 6.9, 7.1, 30]
  const ago = (days = 365) => new Date(serverClock.now() - days * 86_400_000).toISOString()
  act(() => {
    page.queryClient.setQueryData(
      leaderboardQuery(1).queryKey,
      board =>
        board && {
          ...board,
          rows: board.rows.map((row, at) => ({ ...row, last_solved_at: ago(lastSolves[at]) })),
        },
    )
  })
  await waitFor(() => expect(value('Активны за неделю')).toBe('2'))
  // Solves stay when a task is hidden, so hidden tasks count.
  expect(value('Решено в среднем')).toMatch(new RegExp(`^\\d+ из ${all}$`))
  await page.user.click(await button(new RegExp(`^Скрыто ?${hidden}$`)))
  await waitFor(() => expect(page.router.state.location.search).toEqual({ hidden: 'true' }))
  await waitFor(() => expect(screen.getAllByRole('switch')).toHaveLength(hidden))
})

test('G18 the view of a student has no hidden task, no switch and no invitation', async () => {
  const page = await open()
  const asStudent = await screen.findByRole('link', { name: 'Как участник' })
  expect(screen.getAllByText('Скрыто').length).toBeGreaterThan(0)
  expect(screen.getByRole('tab', { name: 'LMS' })).toBeTruthy()
  await page.user.click(asStudent)
  await screen.findByText('Так группу видят участники')
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByText('Скрыто')).toBeNull()
  expect(document.body.textContent).not.toContain('/invite/')
  expect(screen.queryByRole('tab', { name: 'LMS' })).toBeNull()
  // It lasts on the pages of the group, and on the way back from them.
  await page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId: 101 } })
  await screen.findByText('Так группу видят участники')
  expect(screen.queryByRole('switch')).toBeNull()
  const [breadcrumb] = screen.getAllByRole('link', { name: /^Практическая/ })
  if (breadcrumb) await page.user.click(breadcrumb)
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/group/1'))
  expect(await screen.findByText('Так группу видят участники')).toBeTruthy()
  await page.user.click(screen.getByRole('link', { name: 'Вернуться к управлению' }))
  await screen.findByRole('region', { name: 'Для преподавателя' })
})

test('G18 a student has none of it, whatever the URL says', async () => {
  const page = await renderRoute('/group/1?hidden=true&as=student', { as: 'student' })
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('region', { name: 'Для преподавателя' })).toBeNull()
  expect(screen.queryByText('Так группу видят участники')).toBeNull()
  const group = page.queryClient.getQueryData(groupQuery(1).queryKey)
  expect(group?.invite_code).toBeUndefined()
  expect(group?.categories.flatMap(({ tasks }) => tasks).every(({ visible }) => visible)).toBe(true)
  const stored = JSON.stringify({ ...localStorage, ...sessionStorage })
  expect(stored).not.toContain('invite_code')
})

test('the invitation has code, link and a QR code to print', async () => {
  const page = await open()
  const opener = await button('Пригласить')
  opener.focus()
  await page.user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: /^Вступить в группу/ })
  const code = page.queryClient.getQueryData(groupQuery(1).queryKey)?.invite_code ?? ''
  expect(within(dialog).getByText(code)).toBeTruthy()
  expect(within(dialog).getByText(new RegExp(`/invite/${code}$`))).toBeTruthy()
  const path = within(dialog)
    .getByRole('img', { name: /QR-код/ })
    .querySelector('path')
  expect(path?.getAttribute('d')?.length).toBeGreaterThan(1000)
  expect(within(dialog).getByRole('button', { name: 'Распечатать' })).toBeTruthy()
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('on a phone a teacher finds who needs help above the tasks', async () => {
  narrowScreen()
  await open()
  const fold = (await screen.findByText('Кому нужна помощь')).closest('details') as HTMLElement
  await within(fold).findByRole('heading', { name: /^Кому нужна помощь/ })
  const task = screen.getByRole('link', { name: 'Чужой заказ' })
  expect(fold.compareDocumentPosition(task)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
