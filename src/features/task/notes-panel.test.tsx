import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { personas } from '../../../mocks/platform/personas'
import { storage } from '../../lib/storage'
import { type RenderedRoute, renderRoute } from '../../test/render-route'
import { readTaskMark, storeTaskMark } from '../groups/public'

beforeEach(() => localStorage.clear())

/** Opens the note, which moves the focus into it. */
const openNote = async (page: RenderedRoute) => {
  await page.user.click(await screen.findByRole('button', { name: 'Заметка' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Моя заметка' })
  expect(document.activeElement).toBe(field)
}

test('S10 a note is typed by keyboard, survives a reload, and is sent nowhere', async () => {
  const page = await renderRoute('/group/1/task/101', { as: 'student' })
  await openNote(page)
  const calls = page.calls().length
  await page.user.keyboard('id=7')
  await waitFor(() => expect(readTaskMark(1, 101).note).toBe('id=7'))
  expect(page.calls().slice(calls)).toEqual([])
  await page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId: 102 } })
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Моя заметка' })).toBeNull())
  await page.router.navigate({ to: '/group/$groupId/task/$taskId', params: { groupId: 1, taskId: 101 } })
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Моя заметка' }).value).toBe('id=7'),
  )
})

test('S10 what was typed last is stored when the page is left at once', async () => {
  const page = await renderRoute('/group/1/task/101', { as: 'student' })
  await openNote(page)
  await page.user.keyboard('x')
  page.close()
  expect(readTaskMark(1, 101).note).toBe('x')
})

test('S10 what was typed last is not stored as a note of another user who has signed in', async () => {
  const page = await renderRoute('/group/1/task/101', { as: 'student' })
  await openNote(page)
  // By another tab.
  storage.set('flagship.user', String(personas.student.id + 1))
  await page.user.keyboard('x')
  page.close()
  expect(readTaskMark(1, 101).note).toBe('')
})

test('S10 notes outlast a logout and are removed when another user signs in', () => {
  storage.set('flagship.user', String(personas.student.id))
  storeTaskMark(1, 101, { note: 'mine' })
  storage.clear('logout')
  expect(readTaskMark(1, 101).note).toBe('mine')
  storage.clear('otherUser')
  expect(localStorage.getItem('flagship.taskMarks')).toBeNull()
})

test('S01 a note without room is not stored, and the others stay', () => {
  for (let task = 1; task <= 49; task += 1)
    expect(storeTaskMark(1, task, { note: 'x'.repeat(4000) })).toBe(true)
  expect(storeTaskMark(1, 50, { note: 'y'.repeat(4000) })).toBe(false)
  expect(readTaskMark(1, 50).note).toBe('')
  expect(readTaskMark(1, 49).note).toHaveLength(4000)
})

test.each(['null', '[]', '{"1/1":5}', '{"__proto__":{"isLater":true}}', 'x', '{"1/1":{"note":{}}}'])(
  'S03 stored notes like %s are no notes',
  text => {
    localStorage.setItem('flagship.taskMarks', text)
    expect(readTaskMark(1, 1)).toEqual({ note: '', isLater: false })
  },
)

test('a task for later is found by a filter of its group', async () => {
  const page = await renderRoute('/group/1/task/101', { as: 'student' })
  const later = await screen.findByRole('button', { name: 'На потом' })
  later.focus()
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(later.getAttribute('aria-pressed')).toBe('true'))
  await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
  const chip = await screen.findByRole('button', { name: /^Отложено ?1$/ })
  await page.user.click(chip)
  await waitFor(() => expect(page.router.state.location.search).toEqual({ later: 'true' }))
  await waitFor(() => expect(document.querySelectorAll('[data-row-link]')).toHaveLength(1))
})
