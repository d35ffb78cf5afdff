import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clock } from '../lib/clock'
import { ru } from './messages'
import { renderRoute } from './render-route'

const christmas = Date.UTC(2026, 11, 24, 18)
const day = 86_400_000

test('`override` answers a call as the contract allows', async () => {
  const page = await renderRoute('/groups', { as: 'student' })
  await screen.findByRole('heading', { level: 1, name: ru.common['page.groups'] })
  page.override(http =>
    http.get('/groups/{id}', ({ response }) => response(403).json({ detail: 'email not verified' })),
  )
  await page.router.navigate({ to: '/group/$groupId', params: { groupId: 1 } })
  await screen.findByRole('heading', { level: 2, name: ru.groups['refused.unverified.title'] })
  expect(page.calls()).toContain('getGroup')
})

test('page and platform share a given clock', async () => {
  const { platform, pass } = await renderRoute('/login', { clock: christmas })
  expect(platform.db.now() - christmas).toBeLessThan(day / 24)
  pass(day)
  expect(Math.abs(clock.now() - christmas - day)).toBeLessThan(day / 24)
})

test('a held clock only advances by `pass`', async () => {
  const { platform, pass } = await renderRoute('/login', { clock: 'held', startedAt: christmas })
  let isOver = false
  clock.after(day, () => {
    isOver = true
  })
  expect([clock.now(), platform.db.now()]).toEqual([christmas, christmas])
  pass(day)
  expect([clock.now(), platform.db.now(), isOver]).toEqual([christmas + day, christmas + day, true])
})
